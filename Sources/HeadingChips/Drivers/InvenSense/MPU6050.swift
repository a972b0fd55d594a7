/// InvenSense MPU-6050 and MPU-6000: accelerometer and gyroscope.
package typealias MPU6050 = MPU<MPU6050Variant>

/// MPU-6050.
///
/// Source: data sheet PS-MPU-6000A-00; register map RM-MPU-6000A-00, self-test in section 4.1.
package enum MPU6050Variant: MPUVariant {
  package static let model = ChipModel(
    "MPU-6050", addresses: [0x68, 0x69], identities: [.init(0x75, 0x68)])
  package static let name = "mpu6050"
  package static let companions: [ChipCompanion] = []
  package static let countsPerDegree = 340.0
  package static let zeroTemperature = 36.53
  package static let capacity = 1024
  package static let hasAccelerometerFilter = false
  package static let delays: (gyroscope: [Int64], accelerometer: [Int64]) = (
    [1900, 2800, 4800, 8300, 13_400, 18_600], [2000, 3000, 4900, 8500, 13_800, 19_000]
  )
  /// ±8 g.
  package static let selfTestRange: UInt8 = 2

  package static func judge(
    change: [Double], rest: [Double], _ registers: Registers
  ) throws(ChipError) -> SelfTestResult {
    let codes = try registers.read(0x0D, count: 4)
    let trims = (0..<3).map { axis -> (accelerometer: Double, gyroscope: Double) in
      let low = codes[3] >> UInt8(4 - 2 * axis) & 3
      let accelerometer = codes[axis] >> 3 & 0x1C | low
      let gyroscope = codes[axis] & 0x1F
      // 0.34 · (0.92 / 0.34)^((code − 1) / 30) g; 25 · 1.046^(code − 1) °/s, negative for y.
      return (
        4096 * 0.34 * power(1.033_737_561_710_892_6, accelerometer),
        25 * 131 * power(1.046, gyroscope) * (axis == 1 ? -1 : 1)
      )
    }
    let factory = trims.map(\.accelerometer) + trims.map(\.gyroscope)
    guard !factory.contains(0) else {
      return SelfTestResult(
        hasPassed: false, text: "the chip has no factory values to compare with")
    }
    return SelfTestResult(
      InvenSenseSelfTest.names, zip(change, factory).map { 100 * ($0 - $1) / $1 },
      [ClosedRange](repeating: -14...14, count: 6), unit: "%")
  }

  private static func power(_ base: Double, _ code: UInt8) -> Double {
    code == 0 ? 0 : (1..<code).reduce(1.0) { result, _ in result * base }
  }
}
