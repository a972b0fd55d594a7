/// ST LPS25H and LPS25HB, a barometer; they have the same identity.
///
/// Source: data sheets DocID023722 (LPS25H) and DocID027112 (LPS25HB).
package struct LPS25H: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "LPS25H", buses: [.i2c, .spi], addresses: [0x5C, 0x5D], identities: [.init(0x0F, 0xBD)],
    addressing: .init(i2cIncrement: 0x80, spiIncrement: 0x40))

  private enum Register {
    static let resolution: UInt8 = 0x10
    static let control1: UInt8 = 0x20
    static let control2: UInt8 = 0x21
    static let status: UInt8 = 0x27
    static let output: UInt8 = 0x28
  }

  /// Output data rates, Hz, in the order of the field ODR, whose first code is 1.
  private static let rates = [1.0, 7, 12.5, 25]

  private let connection: ChipConnection
  package let registers: Registers
  private var output = PolledOutput(
    status: Register.status, ready: 0x03, output: Register.output, count: 5, rate: 25)
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    devices = [
      ChipDevice(
        "lps25h",
        channels: [
          .init("pressure", scale: 1 / 40960, bits: 24),
          .init("temp", scale: 1000.0 / 480, offset: 42.5 * 480),
        ], rate: 25, rates: Self.rates)
    ]
    try Self.model.check(registers)
    try registers.write(Register.control2, 0x04)
    try registers.wait(
      for: Register.control2, mask: 0x04, toBe: 0, microseconds: 10_000, "its reset")
    // Averages of 32 pressures and 16 temperatures, which both parts finish at 25 Hz.
    try registers.write(Register.resolution, 0x05)
    try start()
  }

  package var settings: [RegisterSetting] {
    [
      .init(Register.control1, 0x80 | UInt8(rateIndex(of: 0) + 1) << 4 | 0x04),
      .init(Register.resolution, 0x05, mask: 0x0F),
    ]
  }

  package var interval: Int64 { output.interval }

  package mutating func start() throws(ChipError) {
    // Active, all bytes of a value of one measurement. A rate is only taken over while off.
    try registers.write(Register.control1, 0x00)
    try registers.write(Register.control1, 0x80 | UInt8(rateIndex(of: 0) + 1) << 4 | 0x04)
    try output.restart(rate: devices[0].rate, registers, connection.clock)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let (bytes, time) = try output.read(registers, connection.clock) else { return }
    samples.append(
      ChipSample(
        device: 0, time: time,
        counts: SIMD4(bytes.littleEndian24(0), bytes.littleEndian16(3), 0, 0)))
  }

  package mutating func stop() throws(ChipError) { try registers.write(Register.control1, 0x00) }
}
