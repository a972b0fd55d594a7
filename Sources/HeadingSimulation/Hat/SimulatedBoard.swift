import HeadingGeometry

/// The simulated sensor boards, modelled on chips with Linux drivers.
public enum SimulatedBoard: String, Sendable, Hashable, CaseIterable {
  /// LSM9DS1 (magnetometer, accelerometer and gyroscope as three IIO devices, all in the axes of the
  /// package, as the bridge serves them) and LPS25H.
  case hat = "hat"

  /// The same chips, rotated on the board: the mount matrices are not the identity.
  case turnedHat = "turned-hat"

  /// A USB HID sensor hub: magn_3d, accel_3d, gyro_3d, press, each with its own trigger.
  case hub = "hub"

  /// One nine-axis chip (MPU-9250, predecessor of the ICM-20948) and a BMP280.
  case nineAxis = "nine-axis"

  /// The board with a second, less accurate magnetometer (HMC5883).
  case twoMagnetometers = "two-magnetometers"

  /// The board without its gyroscope.
  case withoutGyroscope = "no-gyroscope"

  /// The board without its barometer.
  case withoutBarometer = "no-barometer"

  /// Chips whose drivers have no buffers, so that every sample is polled.
  case polled = "polled"

  /// The Sense HAT by the kernel's drivers, with its humidity sensor (HTS221): the LSM9DS1 in the axes
  /// of its dies, accelerometer and gyroscope with x reversed, so that their mount matrices are mirrored.
  case senseHat = "sense-hat"

  /// The sensors on the board.
  public var sensors: [SimulatedSensor] {
    switch self {
    case .hat: Self.lsm9ds1() + Self.lps25h
    case .turnedHat:
      Self.lsm9ds1(magnetometerMount: Self.magnetometerTurned, imuMount: Self.imuTurned)
        + Self.lps25h
    case .hub: Self.sensorHub
    case .senseHat:
      Self.lsm9ds1(inertial: "lsm9ds1-imu", imuMount: Self.imuMirrored) + Self.lps25h + Self.hts221
    case .nineAxis: Self.mpu9250 + Self.bmp280
    case .twoMagnetometers: Self.lsm9ds1() + Self.lps25h + Self.hmc5883
    case .withoutGyroscope: (Self.lsm9ds1() + Self.lps25h).filter { $0.quantity != .angularRate }
    case .withoutBarometer: Self.lsm9ds1()
    case .polled:
      Self.mmc35240 + Self.lsm9ds1().filter { $0.quantity != .magneticField } + Self.bmp280
    }
  }

  /// Chip x is body forward, chip y is body left.
  static let magnetometerTurned = MountMatrix.words("x=forward,y=left")

  /// Chip x is body left, the other axes are the body's (data sheet of the LSM9DS1, figure 1).
  static let imuMirrored = MountMatrix.words("x=left,y=forward,z=up")

  /// Chip x is body left, chip y is body up.
  static let imuTurned = MountMatrix.words("x=left,y=up")
}

extension MountMatrix {
  /// The mount matrix of a valid text.
  static func words(_ text: String) -> MountMatrix {
    (try? MountMatrix(words: text)) ?? .identity
  }
}
