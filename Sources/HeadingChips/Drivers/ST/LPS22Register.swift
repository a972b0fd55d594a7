/// Registers of the barometers that ``LPS22`` drives.
enum LPS22Register {
  static let control1: UInt8 = 0x10
  static let control2: UInt8 = 0x11
  static let status: UInt8 = 0x27
  static let output: UInt8 = 0x28
}
