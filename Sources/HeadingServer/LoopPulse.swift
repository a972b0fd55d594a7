import NIOCore
import Synchronization

/// Whether an event loop still turns: since when it owes a sign of life.
final class LoopPulse: Sendable {
  private let asked = Mutex<NIODeadline?>(nil)

  /// Notes that the loop was asked for a sign; `false` if it owes one already.
  @discardableResult
  func isAsked(at now: NIODeadline = .now()) -> Bool {
    asked.withLock { asked in
      guard asked == nil else { return false }
      asked = now
      return true
    }
  }

  /// Notes a sign.
  func hasAnswered() { asked.withLock { $0 = nil } }

  /// Seconds since the oldest question without an answer; 0 if there is none.
  var lag: Double {
    asked.withLock { $0 }.map { Double((NIODeadline.now() - $0).nanoseconds) * 1e-9 } ?? 0
  }
}
