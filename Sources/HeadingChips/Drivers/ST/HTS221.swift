/// ST HTS221, a hygrometer.
///
/// Source: data sheet DocID026333, with the calibration of its section 8.
package struct HTS221: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "HTS221", addresses: [0x5F], identities: [.init(0x0F, 0xBC)],
    addressing: .init(i2cIncrement: 0x80))

  private enum Register {
    static let averages: UInt8 = 0x10
    static let control1: UInt8 = 0x20
    static let control2: UInt8 = 0x21
    static let status: UInt8 = 0x27
    static let output: UInt8 = 0x28
    static let calibration: UInt8 = 0x30
  }

  /// Output data rates, Hz, in the order of the field ODR, whose first code is 1.
  private static let rates = [1, 7, 12.5]

  private let connection: ChipConnection
  package let registers: Registers
  private var output = PolledOutput(
    status: Register.status, ready: 0x03, output: Register.output, count: 4, rate: 1)
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    devices = []
    try Self.model.check(registers)
    let bytes = try registers.read(Register.calibration, count: 16)
    // Two points of humidity in units of 0.5 %, two of temperature in units of ⅛ °C with ten bits.
    let humidity = try Self.channel(
      "humidityrelative", unit: 500, (bytes.littleEndian16(6), Int32(bytes[0])),
      (bytes.littleEndian16(10), Int32(bytes[1])))
    let temperature = try Self.channel(
      "temp", unit: 125,
      (bytes.littleEndian16(12), Int32(bytes[2]) | Int32(bytes[5] & 0x03) << 8),
      (bytes.littleEndian16(14), Int32(bytes[3]) | Int32(bytes[5] & 0x0C) << 6))
    devices = [
      ChipDevice("hts221", channels: [humidity, temperature], rate: 1, rates: Self.rates)
    ]
    // There is no reset: every control register is written.
    try registers.write(Register.averages, 0x1B)
    try registers.write(Register.control2, 0x00)
    try start()
  }

  /// The channel whose line passes through two points of the calibration.
  ///
  /// `unit` is the number of IIO units per unit of the points' values.
  private static func channel(
    _ type: String, unit: Double, _ first: (count: Int32, value: Int32),
    _ second: (count: Int32, value: Int32)
  ) throws(ChipError) -> ChipDevice.Channel {
    guard first.count != second.count, first.value != second.value else {
      throw .badData("its calibration of \(type)")
    }
    let slope = Double(second.value - first.value) / Double(second.count - first.count)
    return ChipDevice.Channel(
      type, scale: slope * unit, offset: Double(first.value) / slope - Double(first.count))
  }

  package var settings: [RegisterSetting] {
    [
      .init(Register.control1, 0x84 | UInt8(rateIndex(of: 0) + 1)),
      .init(Register.averages, 0x1B, mask: 0x3F),
    ]
  }

  package var interval: Int64 { output.interval }

  package mutating func start() throws(ChipError) {
    // Active, both bytes of a value of one measurement.
    try registers.write(Register.control1, 0x84 | UInt8(rateIndex(of: 0) + 1))
    try output.restart(rate: devices[0].rate, registers, connection.clock)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let (bytes, time) = try output.read(registers, connection.clock) else { return }
    samples.append(
      ChipSample(
        device: 0, time: time,
        counts: SIMD4(bytes.littleEndian16(0), bytes.littleEndian16(2), 0, 0)))
  }

  package mutating func stop() throws(ChipError) { try registers.write(Register.control1, 0x00) }
}
