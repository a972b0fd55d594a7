import HeadingProtocol
import HeadingSensing
import Synchronization

/// Brings readings of the engine in this process to those who want them.
final class SampleExchange: Sendable {
  private struct State {
    var receivers: [UInt64: @Sendable (SampleMessage) -> Void] = [:]
    var next: UInt64 = 0
    /// What the sensors' sources have said of themselves.
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

  /// Takes an event; a reading is handed on.
  func take(_ event: SensorEvent) {
    if case .simulated(_, let isOn) = event { state.withLock { $0.isSimulated = isOn } }
    let (receivers, isSimulated) = state.withLock { (Array($0.receivers.values), $0.isSimulated) }
    guard !receivers.isEmpty, let sample = SampleMessage(event, isSimulated: isSimulated) else {
      return
    }
    for receiver in receivers { receiver(sample) }
  }
}
