import HeadingGeometry

/// InvenSense MPU-9250 and MPU-9255: accelerometer and gyroscope, with an AK8963 in the package.
package typealias MPU9250 = MPU<MPU9250Variant>

/// MPU-9250 and MPU-9255.
///
/// Source: data sheet PS-MPU-9250A-01, axes in section 9.1; register map RM-MPU-9250A-00.
package enum MPU9250Variant: MPUVariant {
  /// The identity is 0x71, of the MPU-9255 0x73.
  package static let model = ChipModel(
    "MPU-9250", addresses: [0x68, 0x69], identities: [.init(0x75, 0x71, mask: 0xFD)])
  package static let name = "mpu9250"
  /// The AK8963's x is the package's y, its y the package's x, its z points down.
  package static let companions = [
    ChipCompanion(
      AK8963.self, address: 0x0C,
      axes: Matrix3(rows: Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1)))
  ]
  package static let countsPerDegree = 333.87
  package static let zeroTemperature = 21.0
  package static let capacity = 512
  package static let hasAccelerometerFilter = true
  package static let delays: (gyroscope: [Int64], accelerometer: [Int64]) = (
    [2900, 3900, 5900, 9900, 17_850, 33_480], [1880, 2880, 4880, 8870, 16_830, 32_480]
  )
  package static let selfTestRange: UInt8 = 0

  package static func judge(
    change: [Double], rest: [Double], _ registers: Registers
  ) throws(ChipError) -> SelfTestResult {
    InvenSenseSelfTest.result(
      change: change, rest: rest,
      codes: try registers.read(0x0D, count: 3) + registers.read(0x00, count: 3))
  }
}
