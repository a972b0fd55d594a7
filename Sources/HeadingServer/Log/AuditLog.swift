import HeadingAuthorization
import HeadingProtocol
package import Logging

/// Audit log of control commands: the peer, the command and its outcome.
///
/// One line per command, `key=value`. Successful commands go to a separate logger with its own rate
/// limit, so that neither other messages nor refused commands crowd them out.
package struct AuditLog: Sendable {
  /// The label of the logger for successful commands.
  package static let label = "headingd.audit"

  /// Largest number of logged characters of a client's text.
  private static let longest = 256

  private let followed: Logger
  private let refused: Logger

  /// Creates an audit log.
  package init(followed: Logger = Logger(label: label), refused: Logger) {
    self.followed = followed
    self.refused = refused
  }

  /// Logs a command and its answer, except read-only commands and `load`.
  func note(
    _ command: Command.Name?, _ arguments: [String: String], from peer: PeerCredentials?,
    at address: String? = nil, _ answer: CommandAnswer
  ) {
    guard let command, command.isOrder else { return }
    var facts = arguments.mapValues { Logger.MetadataValue("\($0.prefix(Self.longest))") }
    facts["command"] = "\(command.rawValue)"
    if let peer {
      facts["uid"] = "\(peer.user)"
      facts["pid"] = "\(peer.process)"
      facts["executable"] = "\(peer.executable ?? "unknown")"
    } else {
      facts["peer"] = "\(address ?? "tcp")"
    }
    if case .failure(let failure) = answer {
      facts["reason"] = "\(failure.reason.prefix(Self.longest))"
      refused.warning("an order was refused", metadata: facts)
    } else {
      followed.notice("an order was followed", metadata: facts)
    }
  }
}

extension Command {
  /// The arguments that the audit log records.
  var facts: [String: String] {
    switch self {
    case .useProfile(let profile): return ["profile": profile]
    case .authorize(let decision):
      var facts = ["program": decision.program, "grant": decision.grant.rawValue]
      if decision.isReduced { facts["reduced_accuracy"] = "true" }
      facts["user"] = decision.user.map { "\($0)" }
      return facts
    case .answer(let answer, let question):
      return ["answer": answer.rawValue, "question": "\(question)"]
    case .startCalibration(let request):
      var facts: [String: String] = [:]
      if request.sensor != .magnetometer { facts["sensor"] = request.sensor.rawValue }
      facts["target"] = request.target.map { "\($0)" }
      facts["heading"] = request.heading.map { "\($0)" }
      return facts
    case .finishCalibration(let force): return force ? ["force": "true"] : [:]
    default: return [:]
    }
  }
}

extension Command.Name {
  /// Whether the command changes published data or authorizations.
  fileprivate var isOrder: Bool {
    switch self {
    case .useProfile, .acceptCalibration, .rollbackCalibration, .startCalibration,
      .finishCalibration, .cancelCalibration, .authorize, .answer:
      true
    // `load` is not logged: it is sent ten times a second.
    case .status, .calibration, .profiles, .authorization, .requestAuthorization, .monitor,
      .authorizations, .load, .web:
      false
    }
  }
}
