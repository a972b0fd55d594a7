/// What differs between the chips of InvenSense's MPU-6050 family.
package protocol MPUVariant: SendableMetatype {
  /// How the chip is found.
  static var model: ChipModel { get }

  /// Beginning of its devices' names.
  static var name: String { get }

  /// Chips in its package.
  static var companions: [ChipCompanion] { get }

  /// Counts per degree of its thermometer.
  static var countsPerDegree: Double { get }

  /// Temperature at which the thermometer's count is 0, °C.
  static var zeroTemperature: Double { get }

  /// Size of its FIFO, bytes.
  static var capacity: Int { get }

  /// Whether the accelerometer's filter has a register of its own and the FIFO can stop when full.
  static var hasAccelerometerFilter: Bool { get }

  /// Group delays of the filter settings 1 to 6, µs.
  static var delays: (gyroscope: [Int64], accelerometer: [Int64]) { get }

  /// Index of the accelerometer's range during the self-test; the gyroscope's is ±250 °/s.
  static var selfTestRange: UInt8 { get }

  /// Judges the self-test.
  ///
  /// - Parameters:
  ///   - change: Change of the counts by the self-test: accelerometer x, y, z, gyroscope x, y, z.
  ///   - rest: Counts of the gyroscope without it.
  ///   - registers: The chip's registers, which hold the factory's values.
  /// - Returns: What was measured, and the limits.
  /// - Throws: The error of the bus.
  static func judge(
    change: [Double], rest: [Double], _ registers: Registers
  ) throws(ChipError) -> SelfTestResult
}
