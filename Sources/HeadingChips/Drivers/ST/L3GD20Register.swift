/// Registers and ranges of the gyroscopes that ``L3GD20`` drives.
enum L3GD20Register {
  static let control1: UInt8 = 0x20
  static let control4: UInt8 = 0x23
  static let status: UInt8 = 0x27
  static let output: UInt8 = 0x28
  static let lowRate: UInt8 = 0x39

  /// Filter, interrupts, FIFO: all off.
  static let cleared: [UInt8] = [0x21, 0x22, 0x24, 0x2E]

  /// rad/s per count for ±250, ±500 and ±2000 °/s, in the order of the field FS.
  static let scales = [8.75, 17.5, 70].map { $0 * 1e-3 * .pi / 180 }
}
