/// Registers that the chips of the MPU-6050 family have in common.
enum MPURegister {
  static let divider: UInt8 = 0x19
  static let accelerometerFilter: UInt8 = 0x1D
  static let fifoEnable: UInt8 = 0x23
  static let pins: UInt8 = 0x37
  static let interruptStatus: UInt8 = 0x3A
  static let output: UInt8 = 0x3B
  static let userControl: UInt8 = 0x6A
  static let power: UInt8 = 0x6B
  static let fifoCount: UInt8 = 0x72
  static let fifoData: UInt8 = 0x74
}
