import HeadingSensing
import Synchronization

/// Keeps the complaint of a stream that never begins, so that it is said once: as the reason of its end.
final class FirstComplaint: Sendable {
  private let state = Mutex<(hasBegun: Bool, complaint: String?)>((false, nil))

  /// The messages to tell now that a notice has come.
  func take(_ notice: SensorNotice) -> [String] {
    state.withLock { state in
      guard !state.hasBegun, notice.severity == .error, notice.sensor == nil else {
        return [notice.message]
      }
      defer { state.complaint = notice.message }
      return state.complaint.map { [$0] } ?? []
    }
  }

  /// What was kept, to be told now that an update has come; `nil` after the first.
  func begin() -> String? {
    state.withLock { state in
      defer { state = (true, nil) }
      return state.complaint
    }
  }

  /// Why the stream of a source ended.
  func end(of source: String) -> Readout.Ending {
    let state = state.withLock { $0 }
    if let complaint = state.complaint { return .sourceEnded(complaint + ".") }
    return .sourceEnded(
      state.hasBegun ? "the stream of \(source) ended." : "nothing came from \(source).")
  }
}
