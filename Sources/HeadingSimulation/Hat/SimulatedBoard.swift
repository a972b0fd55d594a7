import HeadingGeometry

/// The kinds of hat that can be simulated, each after chips that Linux has drivers for.
public enum SimulatedBoard: String, Sendable, Hashable, CaseIterable {
  /// LSM9DS1 (magnetometer, accelerometer and gyroscope as three IIO devices) and LPS25H.
  case hat = "hat"

  /// The same chips, soldered turned: mount matrices that are not the identity.
  case turnedHat = "turned-hat"

  /// A USB HID sensor hub: magn_3d, accel_3d, gyro_3d, press, each with its own trigger.
  case hub = "hub"

  /// One nine-axis chip (ICM-20948's ancestor MPU-9250 with its driver) and a BMP280.
  case nineAxis = "nine-axis"

  /// The hat with a second, worse magnetometer (HMC5883).
  case twoMagnetometers = "two-magnetometers"

  /// The hat without its gyroscope.
  case withoutGyroscope = "no-gyroscope"

  /// The hat without its barometer.
  case withoutBarometer = "no-barometer"

  /// Chips whose drivers have no buffers, so that each sample must be asked for.
  case polled = "polled"

  /// The sensors on the board.
  public var sensors: [SimulatedSensor] {
    switch self {
    case .hat: Self.lsm9ds1() + Self.lps25h
    case .turnedHat:
      Self.lsm9ds1(magnetometerMount: Self.magnetometerTurned, imuMount: Self.imuTurned)
        + Self.lps25h
    case .hub: Self.sensorHub
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

  /// Chip x is body left, chip y is body up.
  static let imuTurned = MountMatrix.words("x=left,y=up")
}

extension MountMatrix {
  /// A mount of words that are known to be right.
  static func words(_ text: String) -> MountMatrix { (try? MountMatrix(words: text)) ?? .identity }
}
