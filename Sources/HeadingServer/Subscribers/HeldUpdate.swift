import HeadingProtocol
import NIOCore

/// An update on its way to the loop that sends it.
struct HeldUpdate: Sendable {
  private let message: SolutionMessage
  private let since: NIODeadline

  /// Seconds of latency that are promised to robots.
  private let deadline: Double

  init(_ message: SolutionMessage, deadline: Double = .infinity, since: NIODeadline = .now()) {
    self.message = message
    self.deadline = deadline
    self.since = since
  }

  /// The update as it leaves: what came too late on the way says so, and is not to be steered by.
  ///
  /// What came in time is sent as it was made, so that a replay of what was recorded gives the same lines.
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
