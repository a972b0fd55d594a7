/// A query or an order to the server, which answers with one line.
public enum Command: Sendable, Hashable {
  /// Queries the state of the service: ``StatusMessage``.
  case status

  /// Queries the calibration in force: ``CalibrationMessage``.
  case calibration

  /// Queries the names of the stored calibration profiles: ``ProfilesMessage``.
  case profiles

  /// Applies a stored profile. Requires the right to control; answered like ``calibration``.
  case useProfile(String)

  /// Applies the proposal of the continuous calibration. Requires the right to control; answered
  /// like ``calibration``.
  case acceptCalibration

  /// Restores the previous calibration. Requires the right to control; answered like
  /// ``calibration``.
  case rollbackCalibration

  /// Starts a guided calibration. Requires the right to control; answered by
  /// ``CalibrationProgressMessage`` about once a second until it ends, for accelerometer and gyroscope by
  /// ``RestProgressMessage`` four times a second.
  case startCalibration(CalibrationRequest)

  /// Stores the result of this client's guided calibration and applies it; with `force` even if the
  /// stored one claims a smaller heading error. Requires the right to control; answered like
  /// ``calibration``.
  case finishCalibration(force: Bool)

  /// Ends this client's guided calibration without a result. Requires the right to control; answered
  /// like ``calibration``.
  case cancelCalibration

  /// Reports the vehicle's present load, in its own unit. Requires the right to control; answered
  /// by ``LoadMessage``.
  case load(Double)

  /// Queries the authorization of this client's program: ``AuthorizationMessage``.
  case authorization

  /// Asks this program's user for a permission; answered like ``authorization`` after the decision.
  case requestAuthorization(AuthorizationRequest)

  /// Registers the events for which this program is started, replacing the registration of the same
  /// name: ``MonitoringMessage``.
  case monitor(MonitoringRequest)

  /// Queries all decisions and open questions: ``AuthorizationListMessage``. Requires the right to
  /// control.
  case authorizations

  /// Sets the decision about a program. Requires the right to control; answered like
  /// ``authorizations``.
  case authorize(ProgramDecision)

  /// Answers an open question instead of its user. Requires the right to control; answered like
  /// ``authorizations``.
  case answer(AuthorizationAnswer, question: UInt64)

  /// Asks for the address of the web page. Requires the right to control, which the address's token
  /// gives to the page; answered with a ``WebMessage``.
  case web(phone: Bool)

  /// Names in the protocol.
  public enum Name: String, Sendable, Hashable, CaseIterable, Codable {
    case status, calibration, profiles
    case useProfile = "use_profile"
    case acceptCalibration = "accept_calibration"
    case rollbackCalibration = "rollback_calibration"
    case startCalibration = "start_calibration"
    case finishCalibration = "finish_calibration"
    case cancelCalibration = "cancel_calibration"
    case authorization
    case requestAuthorization = "request_authorization"
    case monitor, authorizations, authorize, answer, load, web
  }

  /// Name in the protocol.
  public var name: Name {
    switch self {
    case .status: .status
    case .calibration: .calibration
    case .profiles: .profiles
    case .useProfile: .useProfile
    case .acceptCalibration: .acceptCalibration
    case .rollbackCalibration: .rollbackCalibration
    case .startCalibration: .startCalibration
    case .finishCalibration: .finishCalibration
    case .cancelCalibration: .cancelCalibration
    case .load: .load
    case .web: .web
    case .authorization: .authorization
    case .requestAuthorization: .requestAuthorization
    case .monitor: .monitor
    case .authorizations: .authorizations
    case .authorize: .authorize
    case .answer: .answer
    }
  }
}
