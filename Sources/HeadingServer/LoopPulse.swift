import HeadingRuntime
import NIOCore
import Synchronization

/// Liveness probe of an event loop: the time of the pending probe, and a histogram of response
/// times.
final class LoopPulse: Sendable {
  private struct State {
    var asked: NIODeadline?
    var waits = LatencyHistogram()
  }

  private let state = Mutex(State())

  /// Records a probe; returns false if one is already pending.
  @discardableResult
  func isAsked(at now: NIODeadline = .now()) -> Bool {
    state.withLock { state in
      guard state.asked == nil else { return false }
      state.asked = now
      return true
    }
  }

  /// Records the response to the pending probe.
  func hasAnswered(at now: NIODeadline = .now()) {
    state.withLock { state in
      if let asked = state.asked { state.waits.note(Self.seconds(now - asked)) }
      state.asked = nil
    }
  }

  /// Histogram of the response times.
  var waits: LatencyHistogram { state.withLock { $0.waits } }

  /// Age of the pending probe, s; 0 if there is none.
  var lag: Double {
    state.withLock { $0.asked }.map { Self.seconds(.now() - $0) } ?? 0
  }

  private static func seconds(_ time: TimeAmount) -> Double { Double(time.nanoseconds) * 1e-9 }
}
