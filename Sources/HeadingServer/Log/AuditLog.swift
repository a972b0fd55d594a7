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
  func note(_ command: Command, from peer: PeerCredentials?, _ answer: CommandAnswer) {
    guard command.name?.isOrder == true else { return }
    var facts: Logger.Metadata = [:]
    facts["command"] = "\(command.command)"
    if let peer {
      facts["uid"] = "\(peer.user)"
      facts["pid"] = "\(peer.process)"
      facts["executable"] = "\(peer.executable ?? "unknown")"
    } else {
      facts["peer"] = "tcp"
    }
    let texts = [
      "profile": command.profile, "program": command.program, "grant": command.grant,
      "answer": command.answer,
    ]
    for (key, text) in texts {
      if let text { facts[key] = "\(text.prefix(Self.longest))" }
    }
    if let user = command.user { facts["user"] = "\(user)" }
    if let question = command.question { facts["question"] = "\(question)" }
    if let isReduced = command.reducedAccuracy { facts["reduced_accuracy"] = "\(isReduced)" }
    if case .failure(let failure) = answer {
      facts["reason"] = "\(failure.reason.prefix(Self.longest))"
      refused.warning("an order was refused", metadata: facts)
    } else {
      followed.notice("an order was followed", metadata: facts)
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
