import HeadingSensing
import Synchronization

/// Holds back the error of a stream without updates, so that it is reported once, when it ends.
final class DeferredError: Sendable {
  private let state = Mutex<(hasBegun: Bool, complaint: String?)>((false, nil))

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
  func begin() -> String? {
    state.withLock { state in
      defer { state = (true, nil) }
      return state.complaint
    }
  }

  /// Returns the ending of a source's stream with its reason.
  func end(of source: String) -> Readout.Ending {
    let state = state.withLock { $0 }
    if let complaint = state.complaint { return .sourceEnded(complaint + ".") }
    return .sourceEnded(
      state.hasBegun ? "the stream of \(source) ended." : "nothing came from \(source).")
  }
}
