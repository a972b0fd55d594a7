import HeadingGeometry

/// QST QMC5883P, a three-axis magnetometer, often sold under the name of the HMC5883L.
///
/// Source: data sheet QST 13-52-19 Rev. C. Its self-test is not used: the data sheet has no limits.
/// The axes are those that the data sheet draws after the register 29h was set; no chip was measured.
/// Published drivers agree in the handedness alone: PX4 (`QMC5883P.cpp`) turns x and y against the
/// QMC5883L's, which a user doubts (PX4/PX4-Autopilot#26342); ArduPilot and Betaflight write the
/// number of the register to an output register instead, and so have its reset value.
package struct QMC5883P: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "QMC5883P", addresses: [0x2C], identities: [.init(0x00, 0x80)])

  private enum Register {
    static let output: UInt8 = 0x01
    static let status: UInt8 = 0x09
    static let control: UInt8 = 0x0A
    static let control2: UInt8 = 0x0B
    static let sign: UInt8 = 0x29
  }

  private static let rates = [10.0, 50, 100, 200]

  /// Gauss per count for ±2, ±8, ±12 and ±30 G; table 2.
  private static let scales = [15000.0, 3750, 2500, 1000].map { 1 / $0 }

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
        "qmc5883p",
        channels: [.init("magn", isVector: true, scale: Self.scales[0], scales: Self.scales)],
        rate: 100, rates: Self.rates)
    ]
    try Self.model.check(registers)
    try registers.write(Register.control2, 0x80)
    // The data sheet has no time for the reset.
    connection.clock.wait(microseconds: 50_000)
    // The axes as drawn in the data sheet; sections 7.1 and 7.2.
    try registers.write(Register.sign, 0x06)
    try start()
  }

  package var settings: [RegisterSetting] {
    [
      .init(Register.control, 0xC0 | UInt8(rateIndex(of: 0)) << 2 | 0x01),
      .init(Register.control2, (3 - UInt8(range(of: 0))) << 2, mask: 0x0C),
    ]
  }

  package var interval: Int64 { Int64(0.5e9 / devices[0].rate) }

  /// Normal mode with both oversampling ratios 8 and set and reset pulses, entered from suspend mode;
  /// section 9.2.3.
  package mutating func start() throws(ChipError) {
    try registers.write(Register.control, 0x00)
    try registers.write(Register.control2, (3 - UInt8(range(of: 0))) << 2)
    try registers.write(Register.control, 0xC0 | UInt8(rateIndex(of: 0)) << 2 | 0x01)
    // What was measured before has the old range.
    _ = try registers.read(Register.status)
    watch.restart(rate: devices[0].rate, at: connection.clock.now)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    try watch.check(at: now)
    let status = try registers.read(Register.status)
    guard status & 0x01 != 0 else { return }
    watch.deliver(at: now)
    // An axis beyond ±30000 counts.
    guard status & 0x02 == 0 else { return }
    let bytes = try registers.read(Register.output, count: 6)
    // The measurement ended within the last interval and took about a period.
    samples.append(
      ChipSample(
        device: 0, time: connection.clock.now - interval / 2 - interval,
        counts: SIMD4(
          bytes.littleEndian16(0), bytes.littleEndian16(2), bytes.littleEndian16(4), 0)))
  }

  package mutating func stop() throws(ChipError) { try registers.write(Register.control, 0x00) }
}
