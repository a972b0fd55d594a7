import HeadingEngine
import HeadingSensing

extension SignalKNotification {
  /// The state of the heading, with the reasons.
  init(_ solution: HeadingSolution) {
    switch solution.status {
    case .valid: self.init(state: .normal, method: [], message: "the heading is valid")
    case .degraded:
      self.init(state: .warn, method: ["visual"], message: "the heading is less accurate")
    case .coasting:
      self.init(state: .warn, method: ["visual"], message: "the gyroscope holds the heading")
    case .invalid: self.init(state: .alarm, method: ["visual"], message: "no heading")
    }
    let reasons = solution.reasons.names
    if state != .normal, !reasons.isEmpty { message += ": " + reasons.joined(separator: ", ") }
  }
}
