public import HeadingProtocol

/// Where a program's updates come from: a daemon, the engine in the process, a simulation.
public protocol SensorOrigin: Sendable {
  /// What it can tell. May take half a second, when others must be asked.
  var availability: SensorAvailability { get }

  /// Hands over updates until the task is cancelled; returns early if there are none any more.
  func deliver(to receiver: @escaping @Sendable (SolutionMessage) -> Void) async

  /// Hands over what the sensors read themselves, mounted but not calibrated, until the task is cancelled;
  /// returns early if there is nothing of that.
  func deliverSamples(to receiver: @escaping @Sendable (SampleMessage) -> Void) async
}

extension SensorOrigin {
  /// Nothing: an origin that has no sensors.
  public func deliverSamples(to receiver: @escaping @Sendable (SampleMessage) -> Void) async {}
}
