/// The factory's values of a BMM150, and the field by them.
///
/// Source: Bosch's `BMM150_SensorAPI`, the formulas in floating point.
struct BMM150Trim {
  /// Registers from 0x5D to 0x71.
  static let count = 21

  private var x1 = 0.0
  private var y1 = 0.0
  private var x2 = 0.0
  private var y2 = 0.0
  private var z1 = 0.0
  private var z2 = 0.0
  private var z3 = 0.0
  private var z4 = 0.0
  private var xy1 = 0.0
  private var xy2 = 0.0
  private var xyz1 = 0.0

  /// Reads the values from the registers.
  init(_ bytes: [UInt8]) {
    func signed8(_ index: Int) -> Double { Double(Int8(bitPattern: bytes[index])) }
    func signed16(_ index: Int) -> Double { Double(bytes.littleEndian16(index)) }
    func unsigned16(_ index: Int) -> Double {
      Double(UInt16(truncatingIfNeeded: bytes.littleEndian16(index)))
    }
    x1 = signed8(0)
    y1 = signed8(1)
    z4 = signed16(5)
    x2 = signed8(7)
    y2 = signed8(8)
    z2 = signed16(11)
    z1 = unsigned16(13)
    xyz1 = Double(UInt16(truncatingIfNeeded: bytes.littleEndian16(15)) & 0x7FFF)
    z3 = signed16(17)
    xy2 = signed8(19)
    xy1 = Double(bytes[20])
  }

  /// Whether the values can be of a chip; the others make every measurement invalid.
  var isValid: Bool { xyz1 != 0 && z1 != 0 && z2 != 0 }

  /// The field of the eight registers from 0x42, µT; `nil` after an overflow.
  func field(_ bytes: [UInt8]) -> [Double]? {
    let x = Double(bytes.littleEndian16(0) >> 3)
    let y = Double(bytes.littleEndian16(2) >> 3)
    let z = Double(bytes.littleEndian16(4) >> 1)
    // Resistance of the Hall plate, 14 bits.
    let hall = Double(UInt16(truncatingIfNeeded: bytes.littleEndian16(6)) >> 2)
    guard x != -4096, y != -4096, z != -16384, hall != 0 else { return nil }
    let ratio = (xyz1 / hall - 1) * 16384
    let gain = xy2 * ratio * ratio / 268_435_456 + ratio * xy1 / 16384 + 256
    let divisor = 4 * (z2 + z1 * hall / 32768)
    guard divisor != 0 else { return nil }
    return [
      (x * gain * (x2 + 160) / 8192 + 8 * x1) / 16,
      (y * gain * (y2 + 160) / 8192 + 8 * y1) / 16,
      ((z - z4) * 131_072 - z3 * (hall - xyz1)) / divisor / 16,
    ]
  }
}
