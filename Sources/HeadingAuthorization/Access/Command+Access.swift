package import HeadingProtocol

extension Command {
  /// The lowest access level that may send the command.
  package var requiredLevel: AccessLevel {
    switch self {
    case .useProfile, .acceptCalibration, .rollbackCalibration, .startCalibration,
      .finishCalibration, .cancelCalibration, .load, .authorizations, .authorize, .answer, .web:
      .control
    case .status, .calibration, .profiles, .authorization, .requestAuthorization, .monitor: .none
    }
  }

  /// Whether the command concerns the authorization of programs.
  package var isAboutAuthorization: Bool {
    switch self {
    case .authorization, .requestAuthorization, .monitor, .authorizations, .authorize, .answer: true
    case .status, .calibration, .profiles, .useProfile, .acceptCalibration, .rollbackCalibration,
      .startCalibration, .finishCalibration, .cancelCalibration, .load, .web:
      false
    }
  }

  /// Whether the command concerns a guided calibration of this client.
  package var isAboutGuidedCalibration: Bool {
    switch self {
    case .startCalibration, .finishCalibration, .cancelCalibration: true
    default: false
    }
  }

  /// Whether the command concerns the client's own program.
  package var isAboutOwnProgram: Bool {
    switch self {
    case .authorization, .requestAuthorization, .monitor: true
    default: false
    }
  }
}

extension CommandFailure {
  /// The failure of a control command from a client without the control level.
  package static func mayNotControl(_ command: Command) -> CommandFailure {
    CommandFailure(
      command.name.rawValue,
      "this client may not give orders; \(AccessPolicy.whereToRead)", code: CommandFailure.access)
  }
}
