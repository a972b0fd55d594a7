import HeadingGeometry

/// QST QMC5883L, a three-axis magnetometer, often sold under the name of the HMC5883L.
///
/// Source: data sheet QST 13-52-04. Its temperature has no absolute reference and is not served.
/// The axes are taken as right-handed, z out of the top: PX4 (`QMC5883L.cpp`) and ArduPilot
/// (`AP_Compass_QMC5883L.cpp`) rotate them only. No chip was measured. One user reports copies marked
/// HA-588 whose z is reversed (betaflight/betaflight#15313, not merged); no register tells them apart.
package struct QMC5883L: RestartingDriver, CheckedDriver {
  // The chip ID 0xFF is also what a bus without a chip reads, so the reserved bits of the status and
  // of the control register 2, which are 0, count too.
  package static let model = ChipModel(
    "QMC5883L", addresses: [0x0D],
    identities: [.init(0x0D, 0xFF), .init(0x06, 0x00, mask: 0xF8), .init(0x0A, 0x00, mask: 0x3E)])

  private enum Register {
    static let output: UInt8 = 0x00
    static let status: UInt8 = 0x06
    static let control: UInt8 = 0x09
    static let control2: UInt8 = 0x0A
    static let setResetPeriod: UInt8 = 0x0B
  }

  private static let rates = [10.0, 50, 100, 200]

  /// Gauss per count for ±2 and ±8 G.
  private static let scales = [12000.0, 3000].map { 1 / $0 }

  private let connection: ChipConnection
  package let registers: Registers
  private var watch: MeasurementClock
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection)
    watch = MeasurementClock(rate: 100, at: connection.clock.now)
    devices = [
      ChipDevice(
        "qmc5883l",
        channels: [.init("magn", isVector: true, scale: Self.scales[0], scales: Self.scales)],
        rate: 100, rates: Self.rates)
    ]
    try Self.model.check(registers)
    try registers.write(Register.control2, 0x80)
    try registers.wait(
      for: Register.control2, mask: 0x80, toBe: 0, microseconds: 10_000, "its reset")
    // No interrupt pin.
    try registers.write(Register.control2, 0x01)
    try registers.write(Register.setResetPeriod, 0x01)
    try start()
  }

  package var settings: [RegisterSetting] {
    [
      .init(
        Register.control, UInt8(range(of: 0)) << 4 | UInt8(rateIndex(of: 0)) << 2 | 0x01),
      .init(Register.control2, 0x01), .init(Register.setResetPeriod, 0x01),
    ]
  }

  package var interval: Int64 { Int64(0.5e9 / devices[0].rate) }

  /// Continuous, 512 samples averaged.
  package mutating func start() throws(ChipError) {
    try registers.write(
      Register.control, UInt8(range(of: 0)) << 4 | UInt8(rateIndex(of: 0)) << 2 | 0x01)
    // What was measured before has the old range.
    _ = try registers.read(Register.output, count: 6)
    watch.restart(rate: devices[0].rate, at: connection.clock.now)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    try watch.check(at: now)
    let status = try registers.read(Register.status)
    guard status & 0x01 != 0 else { return }
    // Reading the values clears data-ready, also when an axis has overflowed.
    let bytes = try registers.read(Register.output, count: 6)
    watch.deliver(at: now)
    guard status & 0x02 == 0 else { return }
    // The measurement ended within the last interval and took about a period.
    samples.append(
      ChipSample(
        device: 0, time: connection.clock.now - interval / 2 - interval,
        counts: SIMD4(
          bytes.littleEndian16(0), bytes.littleEndian16(2), bytes.littleEndian16(4), 0)))
  }

  package mutating func stop() throws(ChipError) { try registers.write(Register.control, 0x00) }
}
