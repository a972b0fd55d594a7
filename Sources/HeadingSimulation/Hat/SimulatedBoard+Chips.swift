import HeadingGeometry

// Resolutions are those that the drivers report (recorded); noise and bias have the magnitude of
// the data sheets.
extension SimulatedBoard {
  /// ST LSM9DS1: one device for the magnetometer, two for the inertial sensors, whose names begin with
  /// `inertial`.
  static func lsm9ds1(
    inertial: String = "lsm9ds1", magnetometerMount: MountMatrix = .identity,
    imuMount: MountMatrix = .identity
  ) -> [SimulatedSensor] {
    [
      SimulatedSensor(
        device: "lsm9ds1_magn", quantity: .magneticField, rate: 40, mount: magnetometerMount,
        resolution: 0.000_146 * PhysicalConstants.gauss,
        errors: SensorErrors(
          noise: 0.1e-6, bias: Vector3(1.5e-6, -0.8e-6, 2.1e-6),
          drift: Vector3(0.01e-6, -0.02e-6, 0.01e-6))),
      SimulatedSensor(
        device: inertial + "_accel", quantity: .acceleration, rate: 100, mount: imuMount,
        resolution: 0.000_598_205,
        errors: SensorErrors(
          noise: 0.012, bias: Vector3(0.04, -0.06, 0.09), drift: Vector3(4e-4, -3e-4, 6e-4))),
      SimulatedSensor(
        device: inertial + "_gyro", quantity: .angularRate, rate: 100, mount: imuMount,
        resolution: 0.000_152_716,
        errors: SensorErrors(
          noise: 0.0015, bias: Vector3(0.006, -0.009, 0.004), drift: Vector3(1e-4, 5e-5, -8e-5))),
    ]
  }

  /// ST LPS25H: pressure in 24 bits, and temperature.
  static let lps25h = [
    SimulatedSensor(
      device: "lps25h", quantity: .pressure, rate: 25, resolution: 0.000_024_414 * 1000,
      counts: -8_388_608...8_388_607, errors: SensorErrors(noise: 2, bias: Vector3(15, 0, 0))),
    SimulatedSensor(
      device: "lps25h", quantity: .temperature, rate: 1, resolution: 0.002_083_333_333,
      errors: SensorErrors(noise: 0.02)),
  ]

  /// ST HTS221: relative humidity in 16 bits.
  static let hts221 = [
    SimulatedSensor(
      device: "hts221", quantity: .relativeHumidity, rate: 1, resolution: 0.004,
      errors: SensorErrors(noise: 0.03, bias: Vector3(1.5, 0, 0)))
  ]

  /// A HID sensor hub: coarse resolution, biases removed by the firmware.
  static let sensorHub = [
    SimulatedSensor(
      device: "magn_3d", quantity: .magneticField, rate: 50,
      resolution: 0.0001 * PhysicalConstants.gauss, errors: SensorErrors(noise: 0.15e-6)),
    SimulatedSensor(
      device: "accel_3d", quantity: .acceleration, rate: 100, resolution: 0.009_806_65,
      errors: SensorErrors(noise: 0.01)),
    SimulatedSensor(
      device: "gyro_3d", quantity: .angularRate, rate: 100, resolution: 0.000_174_532,
      errors: SensorErrors(noise: 0.001, bias: Vector3(0.001, 0.002, -0.001))),
    SimulatedSensor(
      device: "press", quantity: .pressure, rate: 25, resolution: 0.0001 * 1000,
      counts: -2_147_483_648...2_147_483_647, errors: SensorErrors(noise: 1.5)),
  ]

  /// InvenSense MPU-9250 with its AK8963 magnetometer: one device, nine axes.
  ///
  /// The channel's mount matrix rotates the AK8963's axes to the accelerometer's.
  static let mpu9250 = [
    SimulatedSensor(
      device: "mpu9250", quantity: .acceleration, rate: 100, resolution: 0.000_598,
      errors: SensorErrors(noise: 0.02, bias: Vector3(-0.05, 0.03, 0.1))),
    SimulatedSensor(
      device: "mpu9250", quantity: .angularRate, rate: 100, resolution: 0.001_064_724,
      errors: SensorErrors(noise: 0.0012, bias: Vector3(0.01, 0.006, -0.008))),
    SimulatedSensor(
      device: "mpu9250", quantity: .magneticField, rate: 100,
      mount: .words("x=forward,y=right,z=down"),
      resolution: 0.0015 * PhysicalConstants.gauss,
      errors: SensorErrors(noise: 0.2e-6, bias: Vector3(2e-6, 1e-6, -3e-6))),
    SimulatedSensor(
      device: "mpu9250", quantity: .temperature, rate: 1, resolution: 0.002_995_178,
      errors: SensorErrors(noise: 0.05)),
  ]

  /// Bosch BMP280.
  static let bmp280 = [
    SimulatedSensor(
      device: "bmp280", quantity: .pressure, rate: 25, resolution: 0.000_003_906 * 1000,
      counts: 0...4_294_967_295, errors: SensorErrors(noise: 1.3, bias: Vector3(-20, 0, 0))),
    SimulatedSensor(
      device: "bmp280", quantity: .temperature, rate: 1, resolution: 0.01,
      counts: -2_147_483_648...2_147_483_647, errors: SensorErrors(noise: 0.01)),
  ]

  /// Honeywell HMC5883: noisy and coarse; the driver's scale is too small by a factor of 100.
  static let hmc5883 = [
    SimulatedSensor(
      device: "hmc5883", quantity: .magneticField, rate: 75,
      resolution: 1.0 / 1024 * PhysicalConstants.gauss, counts: -2048...2047,
      errors: SensorErrors(noise: 0.4e-6, bias: Vector3(6e-6, 9e-6, -4e-6)))
  ]

  /// MEMSIC MMC35240: its driver has no buffer.
  static let mmc35240 = [
    SimulatedSensor(
      device: "mmc35240", quantity: .magneticField, rate: 20, mount: .words("x=backward,y=right"),
      resolution: 0.001 * PhysicalConstants.gauss,
      errors: SensorErrors(noise: 0.1e-6, bias: Vector3(1e-6, 2e-6, 0)))
  ]
}
