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
  /// - ArduPilot's published `send_highres_imu` fills the field with millionths of its unit: it
  ///   multiplies milligauss by 1000. RAW_IMU is in milligauss and has a finer time than SCALED_IMU.
  /// - PX4's SCALED_IMU is taken to have the raw field, before the rotation to the vehicle's axes.
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
