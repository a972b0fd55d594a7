import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// A subscription to one sensor's samples; ends with the object.
final class SampleStream: Sendable {
  private let hub: SensorHub
  private let tokens = Mutex<(samples: UInt64, updates: UInt64)?>(nil)
  private let state: Mutex<(pace: UpdatePace, last: SampleMessage?)>

  /// Begins the subscription.
  ///
  /// - Parameters:
  ///   - hub: The program's sensors.
  ///   - sensor: The sensor's name in the protocol.
  ///   - interval: Average time between two samples, s.
  ///   - receiver: Receives the samples on any thread.
  init(
    _ hub: SensorHub, _ sensor: String, interval: Double = 0,
    _ receiver: @escaping @Sendable (SampleMessage) -> Void = { _ in }
  ) {
    self.hub = hub
    state = Mutex((UpdatePace(interval: interval), nil))
    let samples = hub.subscribeSamples { [weak self] sample in
      guard sample.sensor == sensor, let self else { return }
      let isDue = self.state.withLock { state in
        guard state.pace.admits(sample.bootTime) else { return false }
        state.last = sample
        return true
      }
      if isDue { receiver(sample) }
    }
    // Sensors of this process are open only while there is a subscription to updates.
    let updates = hub.subscribe { _ in }
    tokens.withLock { $0 = (samples, updates) }
  }

  /// The newest sample.
  var newest: SampleMessage? { state.withLock { $0.last } }

  deinit {
    guard let tokens = tokens.withLock({ $0 }) else { return }
    hub.unsubscribeSamples(tokens.samples)
    hub.unsubscribe(tokens.updates)
  }
}
