import HeadingGeometry
import HeadingIIOServer

/// Attributes and formats of the devices by driver.
///
/// Names, files, formats, lists and their texts are recorded from the real drivers or, for
/// `inv_mpu6050`, `mmc35240` and the older `bmp280`, from their source.
enum DeviceShape {
  /// The device of a chip with these sensors.
  static func device(
    id: String, name: String, sensors: [SimulatedSensor], buffered: Bool
  ) -> ServedDevice {
    var builder = DeviceBuilder(id: id, name: name)
    for sensor in sensors {
      describe(sensor, on: name, buffered: buffered, in: &builder)
    }
    switch name {
    case "lsm9ds1_magn": builder.rate("1", "1 2 3 5 10 20 40 80")
    case "lps25h": builder.rate("1", "1 7 13 25")
    case "lsm9ds1-imu_gyro", "lsm9ds1_gyro":
      builder.rate("14.900", "14.900 59.500 119.000 238.000 476.000 952.000")
    case "lsm9ds1-imu_accel", "lsm9ds1_accel":
      builder.rate("10.000", "10.000 50.000 119.000 238.000 476.000 952.000")
    case "mpu9250": builder.rate("50", "10 20 50 100 200 500")
    case "mmc35240": builder.rate("50", "1.5 13 25 50")
    case "hmc5883":
      builder.text(
        "sampling_frequency_available", "0.750000 1.500000 3.0 7.500000 15.0 30.0 75.0")
    default: break
    }
    guard buffered else { return builder.finished(triggering: .none, timestamp: false) }
    let hub = ["magn_3d", "accel_3d", "gyro_3d", "press"].contains(name)
    return builder.finished(
      triggering: hub || name == "mpu9250" ? .own : .external, timestamp: name != "magn_3d")
  }

  private static func describe(
    _ sensor: SimulatedSensor, on name: String, buffered: Bool, in builder: inout DeviceBuilder
  ) {
    let type = sensor.quantity.rawValue
    switch (name, sensor.quantity) {
    case ("lsm9ds1_magn", _):
      builder.channels(of: sensor, "le:S16/16>>0", ["raw", "x_scale=0.000146"])
      builder.scales(type, "0.000146 0.000292 0.000438 0.000584")
      builder.mount(sensor, in: "mount_matrix")
    case ("lsm9ds1-imu_gyro", _), ("lsm9ds1_gyro", _):
      builder.channels(of: sensor, "le:S16/16>>0", ["raw", "scale=0.000152716"])
      builder.scales(type, "0.000152716 0.000305432 0.001221729")
      builder.mount(sensor, in: "mount_matrix")
    case ("lsm9ds1-imu_accel", _), ("lsm9ds1_accel", _):
      builder.channels(of: sensor, "le:S16/16>>0", ["raw", "scale=0.000598205"])
      builder.scales(type, "0.000598205 0.001196411 0.002392822 0.007178467")
      builder.mount(sensor, in: "mount_matrix")
    case ("lps25h", .temperature):
      builder.channels(
        of: sensor, "le:S16/16>>0", ["offset=20400.000000000", "raw", "scale=2.083333333"])
    case ("lps25h", _):
      builder.channels(of: sensor, "le:s24/32>>0", ["raw", "scale=0.000024414"])
    case ("hts221", _):
      builder.channels(of: sensor, "le:S16/16>>0", ["offset=0", "raw", "scale=4.000000000"])
    case ("magn_3d", _): builder.hub(sensor, "le:s16/32>>0", scale: "0.000100000")
    case ("accel_3d", _): builder.hub(sensor, "le:s16/32>>0", scale: "0.009806650")
    case ("gyro_3d", _): builder.hub(sensor, "le:s16/32>>0", scale: "0.000174532")
    case ("press", _): builder.hub(sensor, "le:S32/32>>0", scale: "0.000100000")
    case ("mpu9250", .acceleration):
      builder.channels(of: sensor, "be:S16/16>>0", ["x_calibbias=0", "raw", "scale=0.000598"])
      builder.scales(type, "0.000598 0.001196 0.002392 0.004785")
      builder.mount(sensor, in: "in_accel_mount_matrix", shared: true)
    case ("mpu9250", .angularRate):
      builder.channels(of: sensor, "be:S16/16>>0", ["x_calibbias=0", "raw", "scale=0.001064724"])
      builder.scales(type, "0.000133090 0.000266181 0.000532362 0.001064724")
      builder.mount(sensor, in: "in_anglvel_mount_matrix", shared: true)
    case ("mpu9250", .magneticField):
      builder.channels(of: sensor, "be:S16/16>>0", ["raw", "x_scale=0.001500"])
      builder.mount(sensor, in: "in_magn_mount_matrix", shared: true)
    case ("mpu9250", _):
      builder.channels(of: sensor, "be:S16/16>>0", ["offset=7011", "raw", "scale=2.995178"])
    case ("bmp280", .temperature):
      builder.channels(
        of: sensor, "le:S32/32>>0",
        ["input", "oversampling_ratio=2"] + (buffered ? ["raw", "scale=10.000000000"] : []))
    case ("bmp280", _):
      builder.channels(
        of: sensor, "le:U32/32>>0",
        ["input", "oversampling_ratio=16"] + (buffered ? ["raw", "scale=0.000003906"] : []))
    case ("hmc5883", _):
      // The driver's scale is too small by a factor of 100: 1e7/gain in units of 1e-9.
      builder.channels(
        of: sensor, "be:S16/16>>0",
        ["meas_conf=normal", "raw", "sampling_frequency=15.000000", "scale=0.000009766"])
      builder.mountChannel(sensor)
    case ("mmc35240", _):
      builder.channels(of: sensor, "le:S16/16>>0", ["raw", "scale=0.001000"])
      builder.mountChannel(sensor)
    default:
      let scale = DecimalText.fixed(sensor.resolution / sensor.quantity.unitInSI, decimals: 9)
      builder.channels(of: sensor, "le:S16/16>>0", ["raw", "scale=\(scale)"])
      builder.mount(sensor, in: "mount_matrix")
    }
  }
}
