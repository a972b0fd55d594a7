/// The factory's values of a BMP280 or BME280, and the measurements by them.
///
/// Source: data sheets BST-BMP280-DS001, section 3.11.3, and BST-BME280-DS002, section 4.2.3: the
/// formulas in 64-bit integers. Overflows wrap, as values of a defective chip may.
struct BMx280Calibration {
  /// dig_T1 to dig_T3, dig_P1 to dig_P9, dig_H1 to dig_H6, from index 1.
  private var t = [Int64](repeating: 0, count: 4)
  private var p = [Int64](repeating: 0, count: 10)
  private var h = [Int64](repeating: 0, count: 7)

  /// Creates values of nothing.
  init() {}

  /// Reads the values from the registers 0x88 to 0xA1 and 0xE1 to 0xE7.
  init(_ bytes: [UInt8], humidity: [UInt8]?) {
    func unsigned(_ index: Int) -> Int64 {
      Int64(UInt16(truncatingIfNeeded: bytes.littleEndian16(index)))
    }
    t[1] = unsigned(0)
    for index in 2...3 { t[index] = Int64(bytes.littleEndian16(2 * index - 2)) }
    p[1] = unsigned(6)
    for index in 2...9 { p[index] = Int64(bytes.littleEndian16(2 * index + 4)) }
    guard let humidity else { return }
    h[1] = Int64(bytes[25])
    h[2] = Int64(humidity.littleEndian16(0))
    h[3] = Int64(humidity[2])
    h[4] = Int64(Int8(bitPattern: humidity[3])) << 4 | Int64(humidity[4] & 0x0F)
    h[5] = Int64(Int8(bitPattern: humidity[5])) << 4 | Int64(humidity[4] >> 4)
    h[6] = Int64(Int8(bitPattern: humidity[6]))
  }

  /// Whether the values can be of a chip.
  var isValid: Bool { t[1] != 0 && p[1] != 0 }

  /// Pressure in 1/256 Pa, temperature in 0.01 °C and humidity in 1/1024 %; `nil` if the pressure
  /// is impossible.
  ///
  /// The values of a skipped measurement, 0x80000 and 0x8000, are those of common conditions too, such
  /// as 26.4 °C, and no measurement is skipped.
  func values(
    pressure: Int32, temperature: Int32, humidity: Int32
  ) -> (pressure: Int32, temperature: Int32, humidity: Int32)? {
    let raw = Int64(temperature)
    let coarse = (((raw >> 3) &- (t[1] << 1)) &* t[2]) >> 11
    let difference = (raw >> 4) &- t[1]
    let fine = coarse &+ ((((difference &* difference) >> 12) &* t[3]) >> 14)
    guard let result = self.pressure(Int64(pressure), fine) else { return nil }
    return (
      result, Int32(truncatingIfNeeded: (fine &* 5 &+ 128) >> 8),
      self.humidity(Int64(humidity), fine)
    )
  }

  private func pressure(_ raw: Int64, _ fine: Int64) -> Int32? {
    let x = fine &- 128_000
    let slope = x &* x &* p[6] &+ ((x &* p[5]) << 17) &+ (p[4] << 35)
    let gain = ((x &* x &* p[3]) >> 8) &+ ((x &* p[2]) << 12)
    let divisor = (((1 << 47) &+ gain) &* p[1]) >> 33
    guard divisor != 0, divisor != -1 else { return nil }
    var result: Int64 = 1_048_576 &- raw
    result = ((result << 31) &- slope) &* 3125 / divisor
    let square = (p[9] &* (result >> 13) &* (result >> 13)) >> 25
    let linear = (p[8] &* result) >> 19
    result = ((result &+ square &+ linear) >> 8) &+ (p[7] << 4)
    return Int32(exactly: result)
  }

  private func humidity(_ raw: Int64, _ fine: Int64) -> Int32 {
    let x = fine &- 76_800
    let left = ((raw << 14) &- (h[4] << 20) &- h[5] &* x &+ 16_384) >> 15
    let slope = (((x &* h[6]) >> 10) &* (((x &* h[3]) >> 11) &+ 32_768)) >> 10
    let right = ((slope &+ 2_097_152) &* h[2] &+ 8192) >> 14
    var result = left &* right
    let square = ((result >> 15) &* (result >> 15)) >> 7
    result = result &- ((square &* h[1]) >> 4)
    return Int32(min(max(result, 0), 419_430_400) >> 12)
  }
}
