/// The accelerometer of the ST LSM303DLHC, which also is the LIS3DH.
///
/// Source: data sheet DocID018771 Rev 2, which gives no self-test. The identity that it omits is
/// Linux's (`st_accel_core.c`).
package enum LSM303DLHCAccelerometer: LSM303AccelerometerPart {
  package static let name = "LSM303DLHC accelerometer"
  package static let device = "lsm303dlhc_accel"
  package static let sensitivities = [1.0, 2, 4, 12]
  package static let hasTemperature = false
  package static let selfTestLimits: (least: Double, most: Double)? = nil
}
