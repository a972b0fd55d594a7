/// What distinguishes the chips of the family that ``LSM6DS`` drives.
package protocol LSM6DSPart {
  /// Name, such as `LSM6DS3`.
  static var name: String { get }

  /// Beginning of the kernel's device names, such as `lsm6ds3`.
  static var prefix: String { get }

  /// Value of the register WHO_AM_I.
  static var identity: UInt8 { get }

  /// Temperature counts per degree.
  static var countsPerDegree: Double { get }

  /// Least change of the accelerometer by its self-test, mg.
  static var leastSelfTest: Double { get }

  /// Whether words in the FIFO carry tags; otherwise they follow a pattern.
  static var hasTags: Bool { get }
}
