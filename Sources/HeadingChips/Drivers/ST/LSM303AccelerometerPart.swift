/// What distinguishes the chips that ``LSM303Accelerometer`` drives.
package protocol LSM303AccelerometerPart {
  /// Name, such as `LSM303AGR accelerometer`.
  static var name: String { get }

  /// The kernel's device name.
  static var device: String { get }

  /// mg per count of 12 bits for ±2, ±4, ±8 and ±16 g.
  static var sensitivities: [Double] { get }

  /// Whether the temperature sensor belongs to the accelerometer.
  static var hasTemperature: Bool { get }

  /// Least and largest change by the self-test, mg; `nil` if the chip has none.
  static var selfTestLimits: (least: Double, most: Double)? { get }
}
