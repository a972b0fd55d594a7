/// The accelerometer of the ST LSM303AGR.
///
/// Source: data sheet DocID027765 Rev 5.
package enum LSM303AGRAccelerometer: LSM303AccelerometerPart {
  package static let name = "LSM303AGR accelerometer"
  package static let device = "lsm303agr_accel"
  package static let sensitivities = [0.98, 1.95, 3.9, 11.72]
  package static let hasTemperature = true
  package static let selfTestLimits: (least: Double, most: Double)? = (68, 1440)
}
