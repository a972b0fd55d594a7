import HeadingGeometry

/// The magnetometer of the ST LSM303AGR; alone in its package it is the LIS2MDL.
///
/// Source: data sheet DocID027765 Rev 5. Its axes are left-handed (figure "Pin connections", and
/// data sheet of the LIS2MDL, section 1.2): y is against the accelerometer's, whose axes are those
/// of the package (micro:bit's `LSM303Magnetometer.cpp` with `LSM303Accelerometer.cpp`).
package struct LSM303AGRMagnetometer: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "LSM303AGR", addresses: [0x1E], identities: [.init(0x4F, 0x40)])

  /// Registers of table 24.
  private enum Register {
    static let configurationA: UInt8 = 0x60
    static let configurationB: UInt8 = 0x61
    static let configurationC: UInt8 = 0x62
    static let status: UInt8 = 0x67
    static let output: UInt8 = 0x68
  }

  /// Output data rates, Hz, in the order of the field ODR.
  private static let rates = [10.0, 20, 50, 100]

  private let connection: ChipConnection
  package let registers: Registers
  private var output = PolledOutput(
    status: Register.status, ready: 0x08, output: Register.output, count: 6, rate: 100)
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    devices = [
      ChipDevice(
        "lsm303agr_magn", channels: [.init("magn", isVector: true, scale: 1.5e-3)], rate: 100,
        rates: Self.rates, axes: Matrix3(diagonal: Vector3(1, -1, 1)))
    ]
    try Self.model.check(registers)
    try registers.write(Register.configurationA, 0x20)
    try registers.wait(
      for: Register.configurationA, mask: 0x20, toBe: 0, microseconds: 10_000, "its reset")
    // Both bytes of a value of one measurement.
    try registers.write(Register.configurationC, 0x10)
    // Polarity set and reset by turns, by which the offset cancels.
    try registers.write(Register.configurationB, 0x02)
    try start()
  }

  /// The accelerometer.
  package static var companions: [ChipCompanion] {
    [
      ChipCompanion(
        LSM303Accelerometer<LSM303AGRAccelerometer>.self, address: 0x19, axes: .identity)
    ]
  }

  package var settings: [RegisterSetting] {
    [
      .init(Register.configurationA, 0x80 | UInt8(rateIndex(of: 0)) << 2),
      .init(Register.configurationB, 0x02), .init(Register.configurationC, 0x10),
    ]
  }

  package var interval: Int64 { output.interval }

  package mutating func start() throws(ChipError) {
    // Compensation of temperature, continuous mode.
    try registers.write(Register.configurationA, 0x80 | UInt8(rateIndex(of: 0)) << 2)
    try output.restart(rate: devices[0].rate, registers, connection.clock)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let (bytes, time) = try output.read(registers, connection.clock) else { return }
    samples.append(ChipSample(device: 0, time: time, counts: bytes.vector(0)))
  }

  /// At 100 Hz, the mean of 50 measurements.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    let rate = devices[0].rate
    try setRate(100, ofDevice: 0)
    connection.clock.wait(microseconds: 20_000)
    let idle = try output.mean(of: 50, registers)
    try registers.write(Register.configurationC, 0x12)
    connection.clock.wait(microseconds: 60_000)
    let active = try output.mean(of: 50, registers)
    try registers.write(Register.configurationC, 0x10)
    try setRate(rate, ofDevice: 0)
    return SelfTestResult(
      SelfTestChange(
        "magnetometer", from: idle, to: active, scale: 1.5, unit: "mG",
        limits: (SIMD3(repeating: 15), SIMD3(repeating: 500))))
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(Register.configurationA, 0x03)
  }
}
