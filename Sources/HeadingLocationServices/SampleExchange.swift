import HeadingProtocol
import HeadingSensing
import Synchronization

/// Distributes sensor readings of the in-process engine to subscribers.
final class SampleExchange: Sendable {
  private struct State {
    var receivers: [UInt64: @Sendable (SampleMessage) -> Void] = [:]
    var next: UInt64 = 0
    /// Whether the sources report simulated sensors.
    var isSimulated = false
  }

  private let state = Mutex(State())

  func add(_ receiver: @escaping @Sendable (SampleMessage) -> Void) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.receivers[state.next] = receiver
      return state.next
    }
  }

  func remove(_ token: UInt64) { state.withLock { $0.receivers[token] = nil } }

  /// Processes an event; forwards a sensor reading.
  func take(_ event: SensorEvent) {
    if case .simulated(_, let isOn) = event { state.withLock { $0.isSimulated = isOn } }
    let (receivers, isSimulated) = state.withLock { (Array($0.receivers.values), $0.isSimulated) }
    guard !receivers.isEmpty, let sample = SampleMessage(event, isSimulated: isSimulated) else {
      return
    }
    for receiver in receivers { receiver(sample) }
  }
}
