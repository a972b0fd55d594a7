/// ST LSM6DS3 and LSM6DS33, an accelerometer and gyroscope; they have the same identity.
///
/// Source: data sheet DocID026899 (LSM6DS3).
package enum LSM6DS3: LSM6DSPart {
  package static let name = "LSM6DS3"
  package static let prefix = "lsm6ds3"
  package static let identity: UInt8 = 0x69
  package static let countsPerDegree = 16.0
  package static let leastSelfTest = 90.0
  package static let hasTags = false
}
