import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// A subscription to one sensor's samples; ends with the object.
final class SampleStream: Sendable {
  private let hub: SensorHub
  private let tokens = Mutex<(samples: UInt64, updates: UInt64)?>(nil)
  private let last = Mutex<SampleMessage?>(nil)

  /// Begins the subscription.
  ///
  /// - Parameters:
  ///   - hub: The program's sensors.
  ///   - sensor: The sensor's name in the protocol.
  ///   - interval: Shortest time between two samples, s.
  ///   - receiver: Receives the samples on any thread.
  init(
    _ hub: SensorHub, _ sensor: String, interval: Double = 0,
    _ receiver: @escaping @Sendable (SampleMessage) -> Void = { _ in }
  ) {
    self.hub = hub
    let samples = hub.subscribeSamples { [weak self] sample in
      guard sample.sensor == sensor, let self else { return }
      let isDue = self.last.withLock { last in
        // Tolerates jitter of the sample times.
        if let last, sample.bootTime - last.bootTime < 0.95 * interval { return false }
        last = sample
        return true
      }
      if isDue { receiver(sample) }
    }
    // Sensors of this process are open only while there is a subscription to updates.
    let updates = hub.subscribe { _ in }
    tokens.withLock { $0 = (samples, updates) }
  }

  /// The newest sample.
  var newest: SampleMessage? { last.withLock { $0 } }

  deinit {
    guard let tokens = tokens.withLock({ $0 }) else { return }
    hub.unsubscribeSamples(tokens.samples)
    hub.unsubscribe(tokens.updates)
  }
}
