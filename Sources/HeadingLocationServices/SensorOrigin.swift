public import HeadingProtocol

/// An origin of a program's updates: a daemon, the in-process engine, a simulation.
public protocol SensorOrigin: Sendable {
  /// The availability of sensors. May block for half a second while others are queried.
  var availability: SensorAvailability { get }

  /// Delivers updates until the task is cancelled; returns early if the stream ends.
  func deliver(to receiver: @escaping @Sendable (SolutionMessage) -> Void) async

  /// Delivers uncalibrated sensor readings in the body frame until the task is cancelled; returns
  /// early if there are none.
  func deliverSamples(to receiver: @escaping @Sendable (SampleMessage) -> Void) async
}

extension SensorOrigin {
  /// Delivers nothing: the default for an origin without sensors.
  public func deliverSamples(to receiver: @escaping @Sendable (SampleMessage) -> Void) async {}
}
