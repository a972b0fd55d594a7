import HeadingProtocol
package import Logging

/// Tells the log who gave which order, and whether it was followed.
///
/// One line an order, `key=value`. What was followed goes to a logger of its own, which messages of others do not
/// crowd out; who may not give orders does not fill it.
package struct AuditLog: Sendable {
  /// The label of the logger for orders that were followed.
  package static let label = "headingd.audit"

  /// Characters of a client's text that are told.
  private static let longest = 256

  private let followed: Logger
  private let refused: Logger

  /// Makes a log of orders.
  package init(followed: Logger = Logger(label: label), refused: Logger) {
    self.followed = followed
    self.refused = refused
  }

  /// Takes note of a command and its answer; of what changes nothing it tells nothing.
  func note(
    _ command: Command.Name?, _ arguments: [String: String], from peer: PeerCredentials?,
    _ answer: CommandAnswer
  ) {
    guard let command, command.isOrder else { return }
    var facts = arguments.mapValues { Logger.MetadataValue("\($0.prefix(Self.longest))") }
    facts["command"] = "\(command.rawValue)"
    if let peer {
      facts["uid"] = "\(peer.user)"
      facts["pid"] = "\(peer.process)"
      facts["executable"] = "\(peer.executable ?? "unknown")"
    } else {
      facts["peer"] = "tcp"
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
    default: return [:]
    }
  }
}

extension Command.Name {
  /// Whether it changes what others see, or may know.
  fileprivate var isOrder: Bool {
    switch self {
    case .useProfile, .acceptCalibration, .rollbackCalibration, .authorize, .answer: true
    // The load comes ten times a second.
    case .status, .calibration, .profiles, .authorization, .requestAuthorization, .monitor,
      .authorizations, .load:
      false
    }
  }
}
