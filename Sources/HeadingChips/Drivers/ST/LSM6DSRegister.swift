/// Registers of the family LSM6DS; the FIFO's control differs between parts with and without tags.
enum LSM6DSRegister {
  static let taggedFIFORates: UInt8 = 0x09
  static let taggedFIFOMode: UInt8 = 0x0A
  static let fifoSensors: UInt8 = 0x08
  static let fifoMode: UInt8 = 0x0A
  static let control1: UInt8 = 0x10
  static let control2: UInt8 = 0x11
  static let control3: UInt8 = 0x12
  static let control5: UInt8 = 0x14
  static let status: UInt8 = 0x1E
  static let temperature: UInt8 = 0x20
  static let fifoStatus: UInt8 = 0x3A
  static let fifoOutput: UInt8 = 0x3E
  static let taggedFIFOOutput: UInt8 = 0x78
}
