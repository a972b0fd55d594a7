/// A common sensor chip and the parameters that bind the kernel's driver to it.
struct KnownChip: Sendable {
  /// Name of the chip.
  let name: String

  /// Kernel module.
  let module: String

  /// Device name for the I²C bus's `new_device` file.
  let device: String

  /// Default I²C address.
  let address: Int

  /// Line for Raspberry Pi OS's config.txt; `nil` without an overlay.
  let overlay: String?

  /// Common chips; addresses from their data sheets, names from the kernel's device tables.
  static let all: [KnownChip] = [
    KnownChip(
      name: "LSM9DS1 magnetometer (Sense HAT)", module: "st_magn_i2c", device: "lsm9ds1_magn",
      address: 0x1C, overlay: "dtoverlay=rpi-sense"),
    KnownChip(
      name: "LSM9DS1 accelerometer and gyroscope (Sense HAT)", module: "st_lsm6dsx_i2c",
      device: "lsm9ds1-imu", address: 0x6A, overlay: "dtoverlay=rpi-sense"),
    KnownChip(
      name: "LIS3MDL", module: "st_magn_i2c", device: "lis3mdl", address: 0x1C, overlay: nil),
    KnownChip(
      name: "LSM6DS3, LSM6DSO", module: "st_lsm6dsx_i2c", device: "lsm6dso", address: 0x6A,
      overlay: nil),
    KnownChip(
      name: "MPU-6050", module: "inv-mpu6050-i2c", device: "mpu6050", address: 0x68,
      overlay: "dtoverlay=mpu6050"),
    KnownChip(
      name: "MPU-9250", module: "inv-mpu6050-i2c", device: "mpu9250", address: 0x68, overlay: nil),
    KnownChip(
      name: "HMC5883L", module: "hmc5843_i2c", device: "hmc5883", address: 0x1E, overlay: nil),
    KnownChip(name: "AK8975", module: "ak8975", device: "ak8975", address: 0x0C, overlay: nil),
    KnownChip(name: "RM3100", module: "rm3100-i2c", device: "rm3100", address: 0x20, overlay: nil),
    KnownChip(
      name: "BMP280", module: "bmp280-i2c", device: "bmp280", address: 0x76,
      overlay: "dtoverlay=i2c-sensor,bmp280"),
    KnownChip(
      name: "LPS25H (Sense HAT)", module: "st_pressure_i2c", device: "lps25h", address: 0x5C,
      overlay: "dtoverlay=rpi-sense"),
  ]
}
