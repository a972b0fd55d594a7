import HeadingRuntime
import NIOCore
import Synchronization

/// Whether an event loop still turns: since when it owes a sign of life, and how long it took for the others.
final class LoopPulse: Sendable {
  private struct State {
    var asked: NIODeadline?
    var waits = LatencyHistogram()
  }

  private let state = Mutex(State())

  /// Notes that the loop was asked for a sign; `false` if it owes one already.
  @discardableResult
  func isAsked(at now: NIODeadline = .now()) -> Bool {
    state.withLock { state in
      guard state.asked == nil else { return false }
      state.asked = now
      return true
    }
  }

  /// Notes a sign.
  func hasAnswered(at now: NIODeadline = .now()) {
    state.withLock { state in
      if let asked = state.asked { state.waits.note(Self.seconds(now - asked)) }
      state.asked = nil
    }
  }

  /// How long the loop took to answer.
  var waits: LatencyHistogram { state.withLock { $0.waits } }

  /// Seconds since the oldest question without an answer; 0 if there is none.
  var lag: Double {
    state.withLock { $0.asked }.map { Self.seconds(.now() - $0) } ?? 0
  }

  private static func seconds(_ time: TimeAmount) -> Double { Double(time.nanoseconds) * 1e-9 }
}
