import HeadingGeometry

/// Driver of ST's gyroscopes L3GD20 and L3GD20H.
///
/// Their axes are those of the package (figure "Pin connections" of each data sheet). The
/// temperature's zero is not specified, so it is not served.
package struct L3GD20<Part: L3GD20Part>: RestartingDriver, CheckedDriver {
  package static var model: ChipModel {
    ChipModel(
      Part.name, buses: [.i2c, .spi], addresses: [0x6A, 0x6B],
      identities: [.init(0x0F, Part.identity)],
      addressing: .init(i2cIncrement: 0x80, spiIncrement: 0x40))
  }

  private let connection: ChipConnection
  package let registers: Registers
  private var output = PolledOutput(
    status: L3GD20Register.status, ready: 0x08, output: L3GD20Register.output, count: 6,
    rate: Part.defaultRate)
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    let scales = L3GD20Register.scales
    devices = [
      ChipDevice(
        Part.device,
        channels: [.init("anglvel", isVector: true, scale: scales[1], scales: scales)],
        rate: Part.defaultRate, rates: Part.rates.map(\.hertz))
    ]
    try Self.model.check(registers)
    if Part.hasReset {
      try registers.write(L3GD20Register.lowRate, 0x04)
      try registers.wait(
        for: L3GD20Register.lowRate, mask: 0x04, toBe: 0, microseconds: 10_000, "its reset")
    }
    for register in L3GD20Register.cleared { try registers.write(register, 0x00) }
    try start()
  }

  package var settings: [RegisterSetting] {
    let code = Part.rates[rateIndex(of: 0)].code
    return [
      .init(L3GD20Register.control4, 0x80 | UInt8(range(of: 0)) << 4),
      .init(L3GD20Register.control1, UInt8(code & 0xFF) | 0x0F),
    ] + (Part.hasReset ? [.init(L3GD20Register.lowRate, UInt8(code >> 8), mask: 0x01)] : [])
  }

  package var interval: Int64 { output.interval }

  package mutating func start() throws(ChipError) {
    let code = Part.rates[rateIndex(of: 0)].code
    if Part.hasReset { try registers.write(L3GD20Register.lowRate, UInt8(code >> 8)) }
    // Both bytes of a value of one measurement.
    try registers.write(L3GD20Register.control4, 0x80 | UInt8(range(of: 0)) << 4)
    try registers.write(L3GD20Register.control1, UInt8(code & 0xFF) | 0x0F)
    try output.restart(rate: devices[0].rate, registers, connection.clock)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let (bytes, time) = try output.read(registers, connection.clock) else { return }
    samples.append(ChipSample(device: 0, time: time, counts: bytes.vector(0)))
  }

  /// At 200 Hz and 2000 °/s, five measurements.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    guard let limits = Part.selfTestLimits else { return nil }
    let rate = devices[0].rate
    try setRate(200, ofDevice: 0)
    try registers.write(L3GD20Register.control4, 0xA0)
    connection.clock.wait(microseconds: 300_000)
    let idle = try output.mean(of: 5, registers)
    try registers.write(L3GD20Register.control4, 0xA2)
    connection.clock.wait(microseconds: 300_000)
    let active = try output.mean(of: 5, registers)
    try setRate(rate, ofDevice: 0)
    return SelfTestResult(
      SelfTestChange(
        "gyroscope", from: idle, to: active, scale: 0.07, unit: "°/s",
        limits: (SIMD3(repeating: limits.least), SIMD3(repeating: limits.most))))
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(L3GD20Register.control1, 0x00)
  }
}
