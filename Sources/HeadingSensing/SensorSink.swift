/// Where sources put what they read; called from any thread.
public protocol SensorSink: Sendable {
  /// Takes an event. Must not block: the caller may be a sensor's reader thread.
  func deliver(_ event: SensorEvent)

  /// Takes events that came together, in their order; what follows from them may go out together too.
  func deliver(_ events: [SensorEvent])

  /// Takes a message for people.
  func notice(_ notice: SensorNotice)
}

extension SensorSink {
  /// Takes the events one by one.
  public func deliver(_ events: [SensorEvent]) {
    for event in events { deliver(event) }
  }
}
