/// Where sources put what they read; called from any thread.
public protocol SensorSink: Sendable {
  /// Takes an event. Must not block: the caller may be a sensor's reader thread.
  func deliver(_ event: SensorEvent)

  /// Takes a message for people.
  func notice(_ notice: SensorNotice)
}
