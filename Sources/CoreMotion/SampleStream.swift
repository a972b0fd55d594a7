import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// One sensor's own readings, as long as it is held.
final class SampleStream: Sendable {
  private let hub: SensorHub
  private let tokens = Mutex<(samples: UInt64, updates: UInt64)?>(nil)
  private let last = Mutex<SampleMessage?>(nil)

  /// Begins.
  ///
  /// - Parameters:
  ///   - hub: The program's sensors.
  ///   - sensor: The sensor, as the wire names it.
  ///   - interval: Seconds between two readings at least.
  ///   - receiver: Takes a reading, in whatever thread made it.
  init(
    _ hub: SensorHub, _ sensor: String, interval: Double = 0,
    _ receiver: @escaping @Sendable (SampleMessage) -> Void = { _ in }
  ) {
    self.hub = hub
    let samples = hub.subscribeSamples { [weak self] sample in
      guard sample.sensor == sensor, let self else { return }
      let isDue = self.last.withLock { last in
        // Sensors keep no exact step: what is nearly due is due.
        if let last, sample.bootTime - last.bootTime < 0.95 * interval { return false }
        last = sample
        return true
      }
      if isDue { receiver(sample) }
    }
    // Sensors of this process are open only while somebody wants updates.
    let updates = hub.subscribe { _ in }
    tokens.withLock { $0 = (samples, updates) }
  }

  /// The newest reading.
  var newest: SampleMessage? { last.withLock { $0 } }

  deinit {
    guard let tokens = tokens.withLock({ $0 }) else { return }
    hub.unsubscribeSamples(tokens.samples)
    hub.unsubscribe(tokens.updates)
  }
}
