import Dispatch
import HeadingSensing
import Synchronization

/// Forwards events, and blocks the thread of one sensor on request.
final class StallingSink: SensorSink {
  private let next: any SensorSink
  private let stalled = Mutex<SensorKind?>(nil)
  private let gate = DispatchSemaphore(value: 0)

  init(_ next: any SensorSink) { self.next = next }

  /// Blocks the source of this sensor from now on; `nil` releases it.
  func stall(_ kind: SensorKind?) {
    let before = stalled.withLock { state in
      defer { state = kind }
      return state
    }
    if before != nil && kind == nil { gate.signal() }
  }

  func deliver(_ event: SensorEvent) {
    if case .angularRate = event, stalled.withLock({ $0 == .gyroscope }) { gate.wait() }
    next.deliver(event)
  }

  func notice(_ notice: SensorNotice) { next.notice(notice) }
}
