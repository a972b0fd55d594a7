import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Synchronization

/// Holds back the error of a stream without updates, so that it is reported once, when it ends; knows
/// whether the stream had a heading.
final class DeferredError: Sendable {
  private struct State {
    var hasBegun = false
    var hasHeading = false
    var complaint: String?
  }

  private let state = Mutex(State())

  /// Processes a notice; returns the messages to report now.
  func take(_ notice: SensorNotice) -> [String] {
    state.withLock { state in
      guard !state.hasBegun, notice.severity == .error, notice.sensor == nil else {
        return [notice.message]
      }
      defer { state.complaint = notice.message }
      return state.complaint.map { [$0] } ?? []
    }
  }

  /// Processes an update; returns the error held back so far, `nil` after the first update.
  func begin(_ message: SolutionMessage) -> String? {
    let hasHeading = message.magneticHeading != nil || message.trueHeading != nil
    return state.withLock { state in
      defer {
        state.complaint = nil
        state.hasBegun = true
        state.hasHeading = state.hasHeading || hasHeading
      }
      return state.complaint
    }
  }

  /// Returns the ending of a feed whose stream has ended: that of a daemon is a loss, that of sensors
  /// the end of their input.
  func end(of feed: HeadingFeed, named source: String) -> Readout.Ending {
    let state = state.withLock { $0 }
    if !feed.isRemote {
      return state.hasHeading
        ? .finished
        : .sourceEnded(
          "\(source) ended before there was a heading"
            + (state.complaint.map { ": \($0)." } ?? "; see \"What is checked\" in docs/feed.md."))
    }
    if let complaint = state.complaint { return .sourceEnded(complaint + ".") }
    return .sourceEnded(
      state.hasBegun ? "the stream of \(source) ended." : "nothing came from \(source).")
  }
}
