/// The PROM of an MS5611: its checksum and the compensation of pressure and temperature.
///
/// Source: data sheet MS5611-01BA03, figures 2 and 3; application note AN520 for the checksum.
package struct MS5611Calibration: Sendable {
  /// C1 to C6.
  private let coefficients: [Int64]

  /// Takes the eight words of the PROM; `nil` if the checksum is wrong or a coefficient is 0.
  package init?(_ words: [UInt16]) {
    guard words.count == 8, Self.checksum(words) == UInt8(words[7] & 0x0F) else { return nil }
    coefficients = words[1...6].map(Int64.init)
    // An empty PROM has a right checksum.
    guard !coefficients.contains(0) else { return nil }
  }

  /// The 4-bit checksum over the words with 0 in place of the last byte.
  package static func checksum(_ words: [UInt16]) -> UInt8 {
    var remainder: UInt16 = 0
    for (index, word) in words.enumerated() {
      let low = index == words.count - 1 ? 0 : word & 0xFF
      for byte in [word >> 8, low] {
        remainder ^= byte
        for _ in 0..<8 {
          remainder = remainder & 0x8000 != 0 ? remainder << 1 ^ 0x3000 : remainder << 1
        }
      }
    }
    return UInt8(remainder >> 12)
  }

  /// Pressure in Pa and temperature in 0.01 °C from the converted D1 and D2, compensated to second
  /// order; `nil` outside the chip's range of 10 to 1200 mbar and −40 to 85 °C.
  package func compensate(
    pressure d1: UInt32, temperature d2: UInt32
  ) -> (pressure: Int32, temperature: Int32)? {
    let (c1, c2, c3) = (coefficients[0], coefficients[1], coefficients[2])
    let (c4, c5, c6) = (coefficients[3], coefficients[4], coefficients[5])
    // 24-bit conversions and 16-bit coefficients keep every term below 2^62.
    let difference = Int64(d2 & 0xFF_FFFF) - c5 << 8
    var temperature = 2000 + (difference * c6) >> 23
    var offset = c2 << 16 + (c4 * difference) >> 7
    var sensitivity = c1 << 15 + (c3 * difference) >> 8
    if temperature < 2000 {
      let square = (temperature - 2000) * (temperature - 2000)
      var offset2 = (5 * square) >> 1
      var sensitivity2 = (5 * square) >> 2
      if temperature < -1500 {
        let square = (temperature + 1500) * (temperature + 1500)
        offset2 += 7 * square
        sensitivity2 += (11 * square) >> 1
      }
      temperature -= (difference * difference) >> 31
      offset -= offset2
      sensitivity -= sensitivity2
    }
    let pressure = ((Int64(d1 & 0xFF_FFFF) * sensitivity) >> 21 - offset) >> 15
    guard (1000...120_000).contains(pressure), (-4000...8500).contains(temperature) else {
      return nil
    }
    return (Int32(pressure), Int32(temperature))
  }
}
