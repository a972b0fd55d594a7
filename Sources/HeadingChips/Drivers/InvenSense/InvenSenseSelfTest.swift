/// Judges the self-test of the MPU-6500 and its successors at ±2 g and ±250 °/s.
///
/// The factory's value is 2620 · 1.01^(code − 1) counts. With it the gyroscope's change must be at
/// least half of it, the accelerometer's 0.5 to 1.5 times; without it at least 60 °/s and 0.225 g to
/// 0.675 g. The gyroscope must be within 20 °/s of zero at rest.
///
/// Source: application note AN-MPU-9250A-03, accelerometer, gyroscope and compass self-test.
enum InvenSenseSelfTest {
  /// The values of a self-test.
  static let names = ["accel x", "accel y", "accel z", "gyro x", "gyro y", "gyro z"]

  /// The result of the changes of accelerometer x, y, z and gyroscope x, y, z, in counts.
  ///
  /// - Parameters:
  ///   - change: The changes.
  ///   - rest: Counts of the gyroscope without self-test.
  ///   - codes: The factory's codes in the order of the changes.
  /// - Returns: The ratios to the factory's values, and the limits.
  static func result(change: [Double], rest: [Double], codes: [UInt8]) -> SelfTestResult {
    var ratios: [Double] = []
    var limits: [ClosedRange<Double>] = []
    for (index, (change, code)) in zip(change, codes).enumerated() {
      let isAccelerometer = index < 3
      let nominal = isAccelerometer ? 0.45 * 16384 : 120 * 131.0
      let factory = code == 0 ? nominal : (1..<code).reduce(2620.0) { value, _ in value * 1.01 }
      ratios.append(isAccelerometer ? change / factory : abs(change) / factory)
      limits.append(isAccelerometer ? 0.5...1.5 : 0.5 ... .infinity)
    }
    return SelfTestResult(names, ratios, limits, unit: "of the factory's")
      + SelfTestResult(
        ["rest x", "rest y", "rest z"], rest.map { $0 / 131 },
        [ClosedRange](repeating: -20...20, count: 3), unit: "°/s")
  }
}
