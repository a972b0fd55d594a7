/// InvenSense MPU-6500: accelerometer and gyroscope.
package typealias MPU6500 = MPU<MPU6500Variant>

/// MPU-6500, which is also sold as MPU-9250 without its magnetometer.
///
/// Source: data sheet PS-MPU-6500A-01; register map RM-MPU-6500A-00.
package enum MPU6500Variant: MPUVariant {
  package static let model = ChipModel(
    "MPU-6500", addresses: [0x68, 0x69], identities: [.init(0x75, 0x70)])
  package static let name = "mpu6500"
  package static let companions: [ChipCompanion] = []
  package static let countsPerDegree = 333.87
  package static let zeroTemperature = 21.0
  package static let capacity = 512
  package static let hasAccelerometerFilter = true
  package static let delays = MPU9250Variant.delays
  package static let selfTestRange: UInt8 = 0

  package static func judge(
    change: [Double], rest: [Double], _ registers: Registers
  ) throws(ChipError) -> SelfTestResult {
    try MPU9250Variant.judge(change: change, rest: rest, registers)
  }
}
