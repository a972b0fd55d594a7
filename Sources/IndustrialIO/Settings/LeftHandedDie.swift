import HeadingGeometry

/// Sensors whose dies have left-handed axes, which their drivers in Linux hand on as they are.
///
/// A rotation can be right for none of them, and neither kernel nor device tree says so: their mount
/// matrix is the identity where nobody declared one. At rest nothing shows the error, which mirrors
/// the heading.
enum LeftHandedDie {
  /// The names of the kernel's devices.
  ///
  /// LSM9DS1, accelerometer and gyroscope (`st_lsm6dsx`): data sheet DocID025715 Rev 3, figure 1;
  /// ArduPilot (`AP_InertialSensor_LSM9DS1.cpp`), PX4 (`LSM9DS1.cpp`) and RTIMULib
  /// (`RTIMULSM9DS1.cpp`) reverse one axis of both. LSM303AGR and LIS2MDL, magnetometer (`st_magn`):
  /// data sheet of the LIS2MDL, section 1.2; Betaflight (`compass_lis2mdl.c`) reverses one axis.
  static let names: Set<String> = [
    "lsm9ds1-imu_accel", "lsm9ds1-imu_gyro", "lsm303agr_magn", "lis2mdl",
  ]

  /// The reversal of x, which makes the axes right-handed.
  static let reversal =
    (try? MountMatrix(Matrix3(diagonal: Vector3(-1, 1, 1)))) ?? .identity

  /// Why a rotation is refused, with it as the subject.
  static let problem =
    "it is a rotation (determinant +1), but this die's axes are left-handed by its data sheet, so "
    + "that it needs one with determinant -1, all three axes given"
}
