extension KnownChip {
  /// Common chips.
  ///
  /// Sources: addresses by their data sheets; drivers by mainline's device tables; overlay
  /// parameters by raspberrypi/linux, `i2c-sensor-common.dtsi`.
  static let all: [KnownChip] = [
    chip(
      "LSM9DS1 magnetometer (Sense HAT)", ["LSM9DS1 magnetometer"], [0x1C, 0x1E],
      Driver(module: "st_magn_i2c", compatible: "st,lsm9ds1-magn", device: "lsm9ds1_magn"),
      host: "LSM9DS1"),
    chip(
      "LSM9DS1 accelerometer and gyroscope (Sense HAT)", ["LSM9DS1"],
      [0x6A, 0x6B],
      Driver(module: "st_lsm6dsx_i2c", compatible: "st,lsm9ds1-imu", device: "lsm9ds1-imu")),
    chip(
      "LIS3MDL", [], [0x1C, 0x1E],
      Driver(module: "st_magn_i2c", compatible: "st,lis3mdl-magn", device: "lis3mdl")),
    chip(
      "LIS2MDL", [], [0x1E],
      Driver(module: "st_magn_i2c", compatible: "st,lis2mdl", device: "lis2mdl")),
    chip(
      "LSM6DS3", [], [0x6A, 0x6B],
      Driver(module: "st_lsm6dsx_i2c", compatible: "st,lsm6ds3", device: "lsm6ds3")),
    chip(
      "LSM6DS3TR-C, LSM6DSL", ["LSM6DS3TR-C", "LSM6DSL"], [0x6A, 0x6B],
      Driver(module: "st_lsm6dsx_i2c", compatible: "st,lsm6ds3tr-c", device: "lsm6ds3tr-c")),
    chip(
      "LSM6DSO, LSM6DSOX", ["LSM6DSO", "LSM6DSOX"], [0x6A, 0x6B],
      Driver(module: "st_lsm6dsx_i2c", compatible: "st,lsm6dso", device: "lsm6dso")),
    chip(
      "LSM303AGR magnetometer", ["LSM303AGR magnetometer", "LSM303AGR"], [0x1E],
      Driver(module: "st_magn_i2c", compatible: "st,lsm303agr-magn", device: "lsm303agr_magn")),
    chip(
      "LSM303AGR accelerometer", [], [0x19],
      Driver(module: "st_accel_i2c", compatible: "st,lsm303agr-accel", device: "lsm303agr_accel"),
      host: "LSM303AGR"),
    chip(
      "LSM303DLHC magnetometer", ["LSM303DLHC magnetometer", "LSM303DLHC"], [0x1E],
      Driver(module: "st_magn_i2c", compatible: "st,lsm303dlhc-magn", device: "lsm303dlhc_magn")),
    chip(
      "LSM303DLHC accelerometer", [], [0x19],
      Driver(
        module: "st_accel_i2c", compatible: "st,lsm303dlhc-accel", device: "lsm303dlhc_accel"),
      host: "LSM303DLHC"),
    chip(
      "L3GD20, L3GD20H", ["L3GD20", "L3GD20H"], [0x6B, 0x6A],
      Driver(module: "st_gyro_i2c", compatible: "st,l3gd20-gyro", device: "l3gd20")),
    chip(
      "MPU-6050", [], [0x68, 0x69],
      Driver(module: "inv_mpu6050_i2c", compatible: "invensense,mpu6050", device: "mpu6050"),
      isStock: true, Overlay(parameter: "mpu6050", address: 0x68, needsInterrupt: true)),
    chip(
      "MPU-9250, MPU-9255 with AK8963", ["MPU-9250", "MPU-9255"], [0x68, 0x69],
      Driver(module: "inv_mpu6050_i2c", compatible: "invensense,mpu9250", device: "mpu9250"),
      isStock: true, Overlay(parameter: "mpu9250", address: 0x68, needsInterrupt: true)),
    chip(
      "MPU-6500", [], [0x68, 0x69],
      Driver(module: "inv_mpu6050_i2c", compatible: "invensense,mpu6500", device: "mpu6500"),
      isStock: true),
    chip(
      "ICM-20948 with AK09916", ["ICM-20948"], [0x69, 0x68], nil),
    chip(
      "AK8963", [], [0x0C, 0x0D],
      Driver(module: "ak8975", compatible: "asahi-kasei,ak8963", device: "ak8963"), host: "MPU-9250"
    ),
    chip(
      "AK09916", [], [0x0C],
      Driver(module: "ak8975", compatible: "asahi-kasei,ak09916", device: "ak09916"),
      host: "ICM-20948"),
    chip(
      "HMC5883L", [], [0x1E],
      Driver(module: "hmc5843_i2c", compatible: "honeywell,hmc5883l", device: "hmc5883l")),
    chip(
      "QMC5883L", [], [0x0D],
      Driver(module: "qmc5883l", compatible: "qstcorp,qmc5883l", device: "qmc5883l")),
    chip("QMC5883P", [], [0x2C], nil),
    // Not the kernel's mmc5633, which measures after a reset pulse only, so that the bridge offset of 32 G stays in and
    // the sign is the opposite one, nor its mmc5983, whose left-handed axes have no mount matrix.
    chip("MMC5603", ["MMC5603", "MMC5603NJ"], [0x30], nil),
    chip("MMC5983MA", ["MMC5983MA", "MMC5983"], [0x30], nil),
    chip(
      "RM3100", [], [0x20, 0x21, 0x22, 0x23],
      Driver(module: "rm3100_i2c", compatible: "pni,rm3100", device: "")),
    chip(
      "BMM150", [], [0x10, 0x11, 0x12, 0x13],
      Driver(module: "bmc150_magn_i2c", compatible: "bosch,bmm150", device: "bmm150_magn")),
    chip(
      "BMI160", [], [0x68, 0x69],
      Driver(module: "bmi160_i2c", compatible: "bosch,bmi160", device: "bmi160")),
    chip(
      "BMI270", [], [0x68, 0x69],
      Driver(module: "bmi270_i2c", compatible: "bosch,bmi270", device: "bmi270")),
    chip(
      "BNO055", [], [0x28, 0x29],
      Driver(module: "bno055_i2c", compatible: "bosch,bno055", device: "bno055"), isStock: true,
      Overlay(parameter: "bno055", address: 0x29)),
    chip(
      "BNO085", ["BNO085", "BNO080", "BNO086", "BNO08x", "BNO08X"], [0x4A, 0x4B], nil),
    chip(
      "BMP280", [], [0x76, 0x77],
      Driver(module: "bmp280_i2c", compatible: "bosch,bmp280", device: "bmp280"), isStock: true,
      Overlay(parameter: "bmp280", address: 0x76)),
    chip(
      "BME280", [], [0x76, 0x77],
      Driver(module: "bmp280_i2c", compatible: "bosch,bme280", device: "bme280"), isStock: true,
      Overlay(parameter: "bme280", address: 0x76)),
    chip(
      "BMP388, BMP390", ["BMP388", "BMP390", "BMP380"], [0x76, 0x77],
      Driver(module: "bmp280_i2c", compatible: "bosch,bmp380", device: "bmp380"), isStock: true,
      Overlay(parameter: "bmp380", address: 0x76)),
    chip(
      "LPS25H (Sense HAT)", ["LPS25H", "LPS25HB", "LPS25"], [0x5C, 0x5D],
      Driver(module: "st_pressure_i2c", compatible: "st,lps25h-press", device: "lps25h")),
    chip(
      "LPS22HB", ["LPS22HB", "LPS22"], [0x5C, 0x5D],
      Driver(module: "st_pressure_i2c", compatible: "st,lps22hb-press", device: "lps22hb")),
    chip(
      "LPS22HH", [], [0x5C, 0x5D],
      Driver(module: "st_pressure_i2c", compatible: "st,lps22hh", device: "lps22hh")),
    chip(
      "MS5611", [], [0x77, 0x76],
      Driver(module: "ms5611_i2c", compatible: "meas,ms5611", device: "ms5611")),
    chip(
      "MS5637", [], [0x76],
      Driver(module: "ms5637", compatible: "meas,ms5637", device: "ms5637"), isStock: true,
      Overlay(parameter: "ms5637", address: 0x76)),
    chip(
      "HTS221 (Sense HAT)", ["HTS221"], [0x5F],
      Driver(module: "hts221_i2c", compatible: "st,hts221", device: "hts221"), isStock: true,
      Overlay(parameter: "hts221", address: 0x5F)),
  ]

  private static func chip(
    _ name: String, _ models: [String], _ addresses: [UInt8], _ driver: Driver?,
    isStock: Bool = false, _ overlay: Overlay? = nil,
    host: String? = nil
  ) -> KnownChip {
    KnownChip(
      name: name, models: models.isEmpty ? [name] : models, host: host, addresses: addresses,
      driver: driver,
      isStock: isStock, overlay: overlay)
  }
}
