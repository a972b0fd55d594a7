import HeadingProtocol

/// A command to the daemon, which follows it only from a user with the right to control.
public enum HeadingCommand: Sendable, Hashable {
  /// Puts a calibration profile that the daemon keeps into force: one of
  /// ``HeadingClient/profiles()``.
  case useProfile(String)

  /// Puts the better calibration that was found by the continuous calibration into force and keeps
  /// it.
  case acceptCalibration

  /// Puts the calibration before into force again.
  case rollbackCalibration

  /// Reports the vehicle's current or throttle at this moment, in any unit that stays the same.
  ///
  /// The field that depends on it is subtracted once a calibration knows the dependence. A value
  /// expires after a second; send it about ten times a second. It must be finite.
  case load(Double)

  /// The command on the wire.
  var message: Command {
    switch self {
    case .useProfile(let name): .useProfile(name)
    case .acceptCalibration: .acceptCalibration
    case .rollbackCalibration: .rollbackCalibration
    case .load(let value): .load(value)
    }
  }
}
