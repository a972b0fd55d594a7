import HeadingMAVLink

/// The messages with the samples of an IMU.
enum IMUMessage: Sendable, Hashable {
  /// HIGHRES_IMU: SI units and gauss, with flags of what is new.
  case highRes

  /// RAW_IMU: of ArduPilot in mG, mrad/s and mgauss; of others in units of their chips.
  case raw

  /// SCALED_IMU: mG, mrad/s and mgauss.
  case scaled

  /// The messages whose units and axes are known, the best first.
  ///
  /// - ArduPilot has filled the field of HIGHRES_IMU with a millionth of its unit (`send_highres_imu`
  ///   of 4.3 to 4.5 multiplies milligauss by 1000), RAW_IMU is right in all versions and has a finer
  ///   time than SCALED_IMU.
  /// - PX4's SCALED_IMU has the field in the axes of the magnetometer's chip.
  static func usable(of firmware: Autopilot.Firmware) -> [IMUMessage] {
    switch firmware {
    case .ardupilot: [.raw, .scaled]
    case .px4: [.highRes]
    case .other: [.highRes, .scaled]
    }
  }

  /// Name in the dialect.
  var name: String {
    switch self {
    case .highRes: HighresIMU.name
    case .raw: RawIMU.name
    case .scaled: ScaledIMU.name
    }
  }
}
