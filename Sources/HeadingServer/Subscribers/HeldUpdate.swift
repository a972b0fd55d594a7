import HeadingProtocol
import NIOCore

/// An update queued for the event loop that sends it.
struct HeldUpdate: Sendable {
  private let message: SolutionMessage
  private let since: NIODeadline

  /// Latency bound of the steer contract, s.
  private let deadline: Double

  init(_ message: SolutionMessage, deadline: Double = .infinity, since: NIODeadline = .now()) {
    self.message = message
    self.deadline = deadline
    self.since = since
  }

  /// Returns the update to send; one that exceeds the latency bound while queued is marked `late`,
  /// with `stop`.
  ///
  /// An update within the bound is sent unchanged, so that a replay of the recording gives equal
  /// lines.
  func leaving(at now: NIODeadline = .now()) -> SolutionMessage {
    let latency = message.latency + max(0, Double((now - since).nanoseconds) * 1e-9)
    guard message.latency <= deadline, latency > deadline else { return message }
    var message = message
    message.latency = latency
    message.reasons.append("late")
    message.steer = Steer.stop.name
    message.coastLeft = nil
    return message
  }
}
