/// The factory's values of a BMP388 or BMP390, and the measurements by them.
///
/// Source: data sheet BST-BMP388-DS001, section 9, the formulas in floating point.
struct BMP3Calibration {
  /// PAR_T1 to PAR_T3 and PAR_P1 to PAR_P11, scaled, from index 1.
  private var t = [Double](repeating: 0, count: 4)
  private var p = [Double](repeating: 0, count: 12)

  /// Creates values of nothing.
  init() {}

  /// Reads the values from the registers 0x31 to 0x45.
  init(_ bytes: [UInt8]) {
    func signed8(_ index: Int) -> Double { Double(Int8(bitPattern: bytes[index])) }
    func signed16(_ index: Int) -> Double { Double(bytes.littleEndian16(index)) }
    func unsigned16(_ index: Int) -> Double {
      Double(UInt16(truncatingIfNeeded: bytes.littleEndian16(index)))
    }
    t[1] = unsigned16(0) * 0x1p8
    t[2] = unsigned16(2) * 0x1p-30
    t[3] = signed8(4) * 0x1p-48
    p[1] = (signed16(5) - 16_384) * 0x1p-20
    p[2] = (signed16(7) - 16_384) * 0x1p-29
    p[3] = signed8(9) * 0x1p-32
    p[4] = signed8(10) * 0x1p-37
    p[5] = unsigned16(11) * 0x1p3
    p[6] = unsigned16(13) * 0x1p-6
    p[7] = signed8(15) * 0x1p-8
    p[8] = signed8(16) * 0x1p-15
    p[9] = signed16(17) * 0x1p-48
    p[10] = signed8(19) * 0x1p-48
    p[11] = signed8(20) * 0x1p-65
  }

  /// Whether the values can be of a chip.
  var isValid: Bool { t[1] != 0 && t[2] != 0 && p[5] != 0 }

  /// Pressure in Pa and temperature in °C.
  func values(
    pressure u: Double, temperature: Double
  ) -> (pressure: Double, temperature: Double) {
    let difference = temperature - t[1]
    let x = difference * t[2] + difference * difference * t[3]
    let offset = p[5] + x * (p[6] + x * (p[7] + x * p[8]))
    let slope = p[1] + x * (p[2] + x * (p[3] + x * p[4]))
    return (offset + u * (slope + u * (p[9] + p[10] * x + u * p[11])), x)
  }
}
