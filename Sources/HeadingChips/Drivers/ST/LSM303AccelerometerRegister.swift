/// Registers and rates of the accelerometers that ``LSM303Accelerometer`` drives.
enum LSM303AccelerometerRegister {
  static let temperature: UInt8 = 0x0C
  static let temperatureControl: UInt8 = 0x1F
  static let control1: UInt8 = 0x20
  static let control4: UInt8 = 0x23
  static let status: UInt8 = 0x27
  static let output: UInt8 = 0x28

  /// Filter, interrupts, FIFO: all off.
  static let cleared: [UInt8] = [0x21, 0x22, 0x24, 0x25, 0x2E]

  /// Output data rates in the order of their codes, which begin with 1, of which a bus with 100 kHz
  /// carries the samples, Hz.
  static let rates = [1.0, 10, 25, 50, 100, 200]
}
