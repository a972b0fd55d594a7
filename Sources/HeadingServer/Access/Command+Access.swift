import HeadingProtocol

extension Command {
  /// The access level that the command needs.
  var least: AccessLevel {
    switch self {
    case .useProfile, .acceptCalibration, .rollbackCalibration, .load, .authorizations, .authorize,
      .answer:
      .control
    case .status, .calibration, .profiles, .authorization, .requestAuthorization, .monitor: .none
    }
  }

  /// Whether the command is about what programs may know.
  var isAboutAuthorization: Bool {
    switch self {
    case .authorization, .requestAuthorization, .monitor, .authorizations, .authorize, .answer: true
    case .status, .calibration, .profiles, .useProfile, .acceptCalibration, .rollbackCalibration,
      .load:
      false
    }
  }

  /// Whether the command is about the client's own program.
  var isAboutOwnProgram: Bool {
    switch self {
    case .authorization, .requestAuthorization, .monitor: true
    default: false
    }
  }
}

extension CommandFailure {
  /// The failure of a command that needs the right to control.
  static func mayNotControl(_ command: Command) -> CommandFailure {
    CommandFailure(
      command, "this user may not give orders; see `access.control` in docs/service.md")
  }
}
