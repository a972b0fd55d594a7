import HeadingProtocol
import Synchronization

/// Brings readings of the engine in this process to those who want them.
final class SampleExchange: Sendable {
  private struct State {
    var receivers: [UInt64: @Sendable (SampleMessage) -> Void] = [:]
    var next: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Whether anybody wants readings.
  var isWanted: Bool { state.withLock { !$0.receivers.isEmpty } }

  func add(_ receiver: @escaping @Sendable (SampleMessage) -> Void) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.receivers[state.next] = receiver
      return state.next
    }
  }

  func remove(_ token: UInt64) { state.withLock { $0.receivers[token] = nil } }

  func hand(_ sample: SampleMessage) {
    let receivers = state.withLock { Array($0.receivers.values) }
    for receiver in receivers { receiver(sample) }
  }
}
