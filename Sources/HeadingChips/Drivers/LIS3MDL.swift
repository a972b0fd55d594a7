import HeadingGeometry

/// ST LIS3MDL, a three-axis magnetometer.
///
/// Source: data sheet DocID024204 Rev 6.
package struct LIS3MDL: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "LIS3MDL", buses: [.i2c, .spi], addresses: [0x1C, 0x1E], identities: [.init(0x0F, 0x3D)],
    addressing: .init(i2cIncrement: 0x80, spiIncrement: 0x40))

  /// Registers of table 16.
  private enum Register {
    static let control: UInt8 = 0x20
    static let control2: UInt8 = 0x21
    static let control3: UInt8 = 0x22
    static let control4: UInt8 = 0x23
    static let control5: UInt8 = 0x24
    static let status: UInt8 = 0x27
    static let output: UInt8 = 0x28
  }

  /// Output data rates, Hz, in the order of the field DO; table 19.
  private static let rates = [0.625, 1.25, 2.5, 5, 10, 20, 40, 80]

  /// Gauss per count for ±4, ±8, ±12 and ±16 G; table 2.
  private static let scales = [6842.0, 3421, 2281, 1711].map { 1 / $0 }

  private let connection: ChipConnection
  package let registers: Registers
  private var output = PolledOutput(
    status: Register.status, ready: 0x08, output: Register.output, count: 8, rate: 80)
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    // The temperature has 8 counts per degree from 25 °C on.
    devices = [
      ChipDevice(
        "lis3mdl",
        channels: [
          .init("magn", isVector: true, scale: Self.scales[0], scales: Self.scales),
          .init("temp", scale: 125, offset: 200),
        ], rate: 80, rates: Self.rates)
    ]
    try Self.model.check(registers)
    try registers.write(Register.control2, 0x04)
    try registers.wait(
      for: Register.control2, mask: 0x04, toBe: 0, microseconds: 10_000, "its reset")
    // Block data update: both bytes of a value are of one measurement.
    try registers.write(Register.control5, 0x40)
    // Ultra-high performance on all axes.
    try registers.write(Register.control4, 0x0C)
    try start()
    try registers.write(Register.control3, 0x00)
  }

  package var settings: [RegisterSetting] {
    [
      .init(Register.control, 0x80 | 0x60 | UInt8(rateIndex(of: 0)) << 2),
      .init(Register.control2, UInt8(range(of: 0)) << 5), .init(Register.control3, 0x00),
      .init(Register.control4, 0x0C), .init(Register.control5, 0x40),
    ]
  }

  package var interval: Int64 { output.interval }

  package mutating func start() throws(ChipError) {
    try registers.write(Register.control, 0x80 | 0x60 | UInt8(rateIndex(of: 0)) << 2)
    try registers.write(Register.control2, UInt8(range(of: 0)) << 5)
    try output.restart(rate: devices[0].rate, registers, connection.clock)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let (bytes, time) = try output.read(registers, connection.clock) else { return }
    var counts = bytes.vector(0)
    counts.w = bytes.littleEndian16(6)
    samples.append(ChipSample(device: 0, time: time, counts: counts))
  }

  /// At 80 Hz and 12 G, five measurements, with the limits of table 3.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    let (rate, scale) = (devices[0].rate, devices[0].channels[0].scale)
    try setScale(Self.scales[2], ofChannel: 0, ofDevice: 0)
    try setRate(80, ofDevice: 0)
    connection.clock.wait(microseconds: 60_000)
    let idle = try output.mean(of: 5, registers)
    try registers.write(Register.control, 0xFD)
    connection.clock.wait(microseconds: 60_000)
    let active = try output.mean(of: 5, registers)
    try setScale(scale, ofChannel: 0, ofDevice: 0)
    try setRate(rate, ofDevice: 0)
    return SelfTestResult(
      SelfTestChange(
        "magnetometer", from: idle, to: active, scale: 1000 * Self.scales[2], unit: "mG",
        limits: (SIMD3(1000, 1000, 100), SIMD3(3000, 3000, 1000))))
  }

  package mutating func stop() throws(ChipError) { try registers.write(Register.control3, 0x03) }
}
