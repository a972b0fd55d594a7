/// ST LSM6DSL, LSM6DSM and LSM6DS3TR-C, an accelerometer and gyroscope; they have the same
/// identity.
///
/// Source: data sheet DocID028475 (LSM6DSL).
package enum LSM6DSL: LSM6DSPart {
  package static let name = "LSM6DSL"
  package static let prefix = "lsm6dsl"
  package static let identity: UInt8 = 0x6A
  package static let countsPerDegree = 256.0
  package static let leastSelfTest = 90.0
  package static let hasTags = false
}
