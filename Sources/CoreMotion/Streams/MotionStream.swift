import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// A subscription to the program's updates, decimated to an interval; ends with the object.
final class MotionStream: Sendable {
  private let hub: SensorHub
  private let token = Mutex<UInt64?>(nil)
  private let pace: Mutex<UpdatePace>

  /// Begins the subscription.
  ///
  /// - Parameters:
  ///   - hub: The program's sensors.
  ///   - interval: Average time between two updates, s.
  ///   - receiver: Receives the updates on any thread.
  init(
    _ hub: SensorHub, interval: Double, _ receiver: @escaping @Sendable (SolutionMessage) -> Void
  ) {
    self.hub = hub
    pace = Mutex(UpdatePace(interval: interval))
    let token = hub.subscribe { [weak self] update in
      guard let self, case .message(let message) = update else { return }
      if self.pace.withLock({ $0.admits(message.bootTime) }) { receiver(message) }
    }
    self.token.withLock { $0 = token }
  }

  deinit {
    if let token = token.withLock({ $0 }) { hub.unsubscribe(token) }
  }
}

/// A program's handler and the queue it is called on.
struct QueuedHandler<Value>: Sendable {
  private let queue: OperationQueue
  nonisolated(unsafe) private let handler: (Value?, (any Error)?) -> Void

  init(_ queue: OperationQueue, _ handler: @escaping (Value?, (any Error)?) -> Void) {
    self.queue = queue
    unsafe self.handler = handler
  }

  /// Calls the handler on its queue with a value created there.
  func call(_ make: @escaping @Sendable () -> Value) {
    queue.addOperation { unsafe handler(make(), nil) }
  }

  /// Calls the handler on its queue with a value created there, unless that is `nil`.
  func callIfAny(_ make: @escaping @Sendable () -> Value?) {
    queue.addOperation { if let value = make() { unsafe handler(value, nil) } }
  }

  /// Calls the handler on its queue with an error.
  func fail(_ error: CMError) {
    queue.addOperation { unsafe handler(nil, error.error) }
  }
}
