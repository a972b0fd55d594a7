/// Driver of ST's barometers LPS22HB and LPS22HH.
package struct LPS22<Part: LPS22Part>: RestartingDriver, CheckedDriver {
  package static var model: ChipModel {
    ChipModel(
      Part.name, buses: [.i2c, .spi], addresses: [0x5C, 0x5D],
      identities: [.init(0x0F, Part.identity)])
  }

  private let connection: ChipConnection
  package let registers: Registers
  private var output = PolledOutput(
    status: LPS22Register.status, ready: 0x03, output: LPS22Register.output, count: 5, rate: 25)
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    devices = [
      ChipDevice(
        Part.device,
        channels: [
          .init("pressure", scale: 1 / 40960, bits: 24), .init("temp", scale: 10),
        ], rate: 25, rates: Part.rates)
    ]
    try Self.model.check(registers)
    try registers.write(LPS22Register.control2, 0x14)
    try registers.wait(
      for: LPS22Register.control2, mask: 0x04, toBe: 0, microseconds: 10_000, "its reset")
    try start()
  }

  package var settings: [RegisterSetting] {
    [.init(LPS22Register.control1, UInt8(rateIndex(of: 0) + 1) << 4 | 0x02)]
  }

  package var interval: Int64 { output.interval }

  package mutating func start() throws(ChipError) {
    // The mode of low noise is changed while the chip is off. The address is incremented.
    try registers.write(LPS22Register.control1, 0x00)
    try registers.write(
      LPS22Register.control2, devices[0].rate <= Part.lowNoiseLimit ? 0x12 : 0x10)
    // All bytes of a value of one measurement.
    try registers.write(LPS22Register.control1, UInt8(rateIndex(of: 0) + 1) << 4 | 0x02)
    try output.restart(rate: devices[0].rate, registers, connection.clock)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let (bytes, time) = try output.read(registers, connection.clock) else { return }
    samples.append(
      ChipSample(
        device: 0, time: time,
        counts: SIMD4(bytes.littleEndian24(0), bytes.littleEndian16(3), 0, 0)))
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(LPS22Register.control1, 0x00)
  }
}
