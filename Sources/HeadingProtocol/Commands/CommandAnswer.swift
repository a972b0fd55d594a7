package import FoundationEssentials

/// The answer to a command.
package enum CommandAnswer: Sendable {
  case status(StatusMessage)
  case calibration(CalibrationMessage)
  case calibrationProgress(CalibrationProgressMessage)
  case restProgress(RestProgressMessage)
  case profiles(ProfilesMessage)
  case authorization(AuthorizationMessage)
  case authorizations(AuthorizationListMessage)
  case monitoring(MonitoringMessage)
  case load(LoadMessage)
  case web(WebMessage)
  case failure(CommandFailure)

  /// Encodes the answer as a line.
  package func line(_ coder: MessageCoder) throws -> Data {
    switch self {
    case .status(let message): try coder.line(message)
    case .calibration(let message): try coder.line(message)
    case .calibrationProgress(let message): try coder.line(message)
    case .restProgress(let message): try coder.line(message)
    case .profiles(let message): try coder.line(message)
    case .authorization(let message): try coder.line(message)
    case .authorizations(let message): try coder.line(message)
    case .monitoring(let message): try coder.line(message)
    case .load(let message): try coder.line(message)
    case .web(let message): try coder.line(message)
    case .failure(let message): try coder.line(message)
    }
  }
}
