/// Bosch BMP280 family: pressure, temperature and, for the BME280, humidity.
///
/// Each measurement is started by the driver, which therefore knows its time.
///
/// Source: data sheets BST-BMP280-DS001 and BST-BME280-DS002.
package struct BMx280<Variant: BMP280Variant>: CheckedDriver {
  package static var model: ChipModel { Variant.model }

  private let connection: ChipConnection
  package let registers: Registers
  package private(set) var devices: [ChipDevice]
  private var calibration = BMx280Calibration()
  /// Time at which the measurement under way was started, ns.
  private var started: Int64?

  /// Eightfold oversampling of the pressure, single temperature; sleep mode.
  private static var sampling: UInt8 { 0x30 }

  /// Half the typical time of a measurement, µs: 1 ms, 2 ms for each sample, 0.5 ms for each quantity
  /// but the temperature.
  private static var half: Int64 { Variant.hasHumidity ? 11_000 : 9750 }

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Variant.model.addressing)
    // Counts of 1/256 Pa, 0.01 °C and 1/1024 %.
    var channels: [ChipDevice.Channel] = [
      .init("pressure", scale: 1 / 256_000, bits: 32), .init("temp", scale: 10, bits: 32),
    ]
    if Variant.hasHumidity {
      channels.append(.init("humidityrelative", scale: 1000 / 1024, bits: 32))
    }
    devices = [ChipDevice(Variant.name, channels: channels, rate: 25, rates: [1, 5, 10, 25])]
    try Variant.model.check(registers)
    try registers.write(0xE0, 0xB6)
    connection.clock.wait(microseconds: 2000)
    try registers.wait(for: 0xF3, mask: 0x01, toBe: 0, microseconds: 10_000, "its reset")
    calibration = BMx280Calibration(
      try registers.read(0x88, count: 26),
      humidity: Variant.hasHumidity ? try registers.read(0xE1, count: 7) : nil)
    guard calibration.isValid else { throw .badData("its calibration") }
    // No filter. Humidity's setting becomes valid with the others.
    try registers.write(0xF5, 0x00)
    if Variant.hasHumidity { try registers.write(0xF2, 0x01) }
    try measure()
  }

  /// With the bits that are not reserved, without the mode.
  package var settings: [RegisterSetting] {
    [.init(0xF4, Self.sampling, mask: 0xFC), .init(0xF5, 0x00, mask: 0xFD)]
      + (Variant.hasHumidity ? [.init(0xF2, 0x01, mask: 0x07)] : [])
  }

  package var interval: Int64 { Int64(1e9 / devices[0].rate) }

  private mutating func measure() throws(ChipError) {
    try registers.write(0xF4, Self.sampling | 0x01)
    started = connection.clock.now
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let started else { return try measure() }
    // A call too early would raise the rate.
    guard connection.clock.now &- started >= interval / 2 else { return }
    let bytes = try registers.read(0xF3, count: Variant.hasHumidity ? 12 : 10)
    // Measuring, or not yet back in sleep mode.
    guard bytes[0] & 0x08 == 0, bytes[1] & 0x03 == 0 else {
      guard connection.clock.now &- started < 1_000_000_000 &+ interval else {
        throw .notReady("a measurement")
      }
      return
    }
    // A chip that its supply has reset is in sleep mode too, with outputs in the range of measurements.
    guard bytes[1] == Self.sampling else {
      try check(settings[0])
      return try measure()
    }
    let humidity = Variant.hasHumidity ? Int32(bytes[10]) << 8 | Int32(bytes[11]) : 0
    guard
      let values = calibration.values(
        pressure: Self.twentyBits(bytes, 4), temperature: Self.twentyBits(bytes, 7),
        humidity: humidity)
    else { throw .badData("a measurement") }
    samples.append(
      ChipSample(
        device: 0, time: started &+ Self.half &* 1000,
        counts: SIMD4(values.pressure, values.temperature, values.humidity, 0)))
    try measure()
  }

  private static func twentyBits(_ bytes: [UInt8], _ index: Int) -> Int32 {
    Int32(bytes[index]) << 12 | Int32(bytes[index + 1]) << 4 | Int32(bytes[index + 2]) >> 4
  }

  package mutating func setRate(_ rate: Double, ofDevice device: Int) throws(ChipError) {
    guard devices[0].rates.contains(rate) else { throw .unsupported("\(rate) Hz") }
    devices[0].rate = rate
  }

  package mutating func stop() throws(ChipError) {
    started = nil
    try registers.write(0xF4, 0x00)
  }
}
