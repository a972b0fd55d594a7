/// Receiver of a source's events; called from any thread.
public protocol SensorSink: Sendable {
  /// Accepts an event. Must not block: the caller may be a sensor's reader thread.
  func deliver(_ event: SensorEvent)

  /// Accepts simultaneous events in order; their results may be published together.
  func deliver(_ events: [SensorEvent])

  /// Accepts a message for users.
  func notice(_ notice: SensorNotice)
}

extension SensorSink {
  /// Accepts the events one by one.
  public func deliver(_ events: [SensorEvent]) {
    for event in events { deliver(event) }
  }
}
