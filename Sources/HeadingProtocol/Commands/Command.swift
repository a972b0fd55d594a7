/// A query or an order to the server, which answers with one line.
public enum Command: Sendable, Hashable {
  /// Queries the state of the service: ``StatusMessage``.
  case status

  /// Queries the calibration in force: ``CalibrationMessage``.
  case calibration

  /// Queries the names of the kept calibration profiles: ``ProfilesMessage``.
  case profiles

  /// Puts a kept profile into force. Needs the right to control; answered like ``calibration``.
  case useProfile(String)

  /// Puts the calibration found by the continuous calibration into force. Needs the right to control;
  /// answered like ``calibration``.
  case acceptCalibration

  /// Puts the previous calibration into force again. Needs the right to control; answered like
  /// ``calibration``.
  case rollbackCalibration

  /// Reports the vehicle's load at this moment, in its own unit. Needs the right to control; answered by
  /// ``LoadMessage``.
  case load(Double)

  /// Queries what this client's program may know: ``AuthorizationMessage``.
  case authorization

  /// Asks this program's user for a permission; answered like ``authorization`` after the decision.
  case requestAuthorization(AuthorizationRequest)

  /// Registers the events this program is started for, and replaces the registration of the same name:
  /// ``MonitoringMessage``.
  case monitor(MonitoringRequest)

  /// Queries all decisions and open questions: ``AuthorizationListMessage``. Needs the right to control.
  case authorizations

  /// Decides about a program. Needs the right to control; answered like ``authorizations``.
  case authorize(ProgramDecision)

  /// Answers an open question in its user's place. Needs the right to control; answered like
  /// ``authorizations``.
  case answer(AuthorizationAnswer, question: UInt64)

  /// The names on the wire.
  public enum Name: String, Sendable, Hashable, CaseIterable, Codable {
    case status, calibration, profiles
    case useProfile = "use_profile"
    case acceptCalibration = "accept_calibration"
    case rollbackCalibration = "rollback_calibration"
    case authorization
    case requestAuthorization = "request_authorization"
    case monitor, authorizations, authorize, answer, load
  }

  /// The name on the wire.
  public var name: Name {
    switch self {
    case .status: .status
    case .calibration: .calibration
    case .profiles: .profiles
    case .useProfile: .useProfile
    case .acceptCalibration: .acceptCalibration
    case .rollbackCalibration: .rollbackCalibration
    case .load: .load
    case .authorization: .authorization
    case .requestAuthorization: .requestAuthorization
    case .monitor: .monitor
    case .authorizations: .authorizations
    case .authorize: .authorize
    case .answer: .answer
    }
  }
}
