/// ST LSM6DSO and LSM6DSOX, an accelerometer and gyroscope; they have the same identity.
///
/// Source: data sheets DS12140 (LSM6DSO) and DS12814 (LSM6DSOX).
package enum LSM6DSO: LSM6DSPart {
  package static let name = "LSM6DSO"
  package static let prefix = "lsm6dso"
  package static let identity: UInt8 = 0x6C
  package static let countsPerDegree = 256.0
  package static let leastSelfTest = 50.0
  package static let hasTags = true
}
