/// Bosch BMP388 family: pressure and temperature.
///
/// Each measurement is started by the driver, which therefore knows its time.
///
/// Source: data sheets BST-BMP388-DS001 and BST-BMP390-DS002.
package struct BMP3<Variant: BMP3Variant>: CheckedDriver {
  package static var model: ChipModel { Variant.model }

  private let connection: ChipConnection
  package let registers: Registers
  package private(set) var devices: [ChipDevice]
  private var calibration = BMP3Calibration()
  /// Time at which the measurement under way was started, ns.
  private var started: Int64?

  /// Half the time of a measurement with eightfold oversampling of the pressure:
  /// 234 µs + 392 µs + 8 · 2020 µs + 163 µs + 2020 µs, ns.
  private static var half: Int64 { 9_484_500 }

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Variant.model.addressing)
    // Counts of 1/256 Pa and 0.01 °C.
    devices = [
      ChipDevice(
        Variant.name,
        channels: [
          .init("pressure", scale: 1 / 256_000, bits: 32), .init("temp", scale: 10, bits: 32),
        ], rate: 25, rates: [1, 5, 10, 25, 40])
    ]
    try Variant.model.check(registers)
    try registers.write(0x7E, 0xB6)
    connection.clock.wait(microseconds: 2000)
    // Ready for commands.
    try registers.wait(for: 0x03, mask: 0x10, toBe: 0x10, microseconds: 10_000, "its reset")
    calibration = BMP3Calibration(try registers.read(0x31, count: 21))
    guard calibration.isValid else { throw .badData("its calibration") }
    // Eightfold oversampling of the pressure, single temperature; no filter.
    try registers.write(0x1C, 0x03)
    try registers.write(0x1F, 0x00)
    try measure()
  }

  /// With the bits that are not reserved, without the mode.
  package var settings: [RegisterSetting] {
    [
      .init(0x1B, 0x03, mask: 0x03), .init(0x1C, 0x03, mask: 0x3F),
      .init(0x1F, 0x00, mask: 0x0E),
    ]
  }

  package var interval: Int64 { Int64(1e9 / devices[0].rate) }

  private mutating func measure() throws(ChipError) {
    // Forced mode, both sensors.
    try registers.write(0x1B, 0x13)
    started = connection.clock.now
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let started else { return try measure() }
    // A call too early would raise the rate.
    guard connection.clock.now &- started >= interval / 2 else { return }
    let bytes = try registers.read(0x03, count: 7)
    guard bytes[0] & 0x60 == 0x60 else {
      guard connection.clock.now &- started < 1_000_000_000 &+ interval else {
        throw .notReady("a measurement")
      }
      return
    }
    let values = calibration.values(
      pressure: Self.twentyFourBits(bytes, 1), temperature: Self.twentyFourBits(bytes, 4))
    samples.append(
      ChipSample(
        device: 0, time: started &+ Self.half,
        counts: SIMD4(
          Int32(saturating: 256 * values.pressure), Int32(saturating: 100 * values.temperature),
          0, 0)))
    try measure()
  }

  private static func twentyFourBits(_ bytes: [UInt8], _ index: Int) -> Double {
    Double(Int32(bytes[index]) | Int32(bytes[index + 1]) << 8 | Int32(bytes[index + 2]) << 16)
  }

  package mutating func setRate(_ rate: Double, ofDevice device: Int) throws(ChipError) {
    guard devices[0].rates.contains(rate) else { throw .unsupported("\(rate) Hz") }
    devices[0].rate = rate
  }

  package mutating func stop() throws(ChipError) {
    started = nil
    try registers.write(0x1B, 0x00)
  }
}
