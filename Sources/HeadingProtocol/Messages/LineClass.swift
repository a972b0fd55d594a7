/// Values of the key `class`; an update has none.
public enum LineClass: String, Sendable, Hashable {
  /// ``Greeting``.
  case greeting

  /// ``Authentication``; only clients send it.
  case authentication

  /// ``Request``, and the server's answer: the complete request in force.
  case request

  /// ``Command``; only clients send it.
  case command

  /// ``SampleMessage``.
  case sample

  /// ``RecordingMessage``.
  case recording

  /// ``NoticeMessage``.
  case notice

  /// ``StatusMessage``.
  case status

  /// ``CalibrationMessage``.
  case calibration

  /// ``CalibrationProgressMessage``.
  case calibrationProgress = "calibration_progress"

  /// ``RestProgressMessage``.
  case restProgress = "rest_progress"

  /// ``ProfilesMessage``.
  case profiles

  /// ``AuthorizationMessage``.
  case authorization

  /// ``AuthorizationListMessage``.
  case authorizations

  /// ``MonitoringMessage``.
  case monitoring

  /// ``AuthorizationQuestionMessage``.
  case question

  /// ``LoadMessage``.
  case load

  /// ``WebMessage``.
  case web

  /// ``CommandFailure``.
  case failure

  /// ``MissedLines``.
  case missed

  /// ``Refusal``.
  case error
}
