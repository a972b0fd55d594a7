/// Something that delivers sensor events: the sensors of an IIO context, a satellite receiver, a simulation.
public protocol SensorSource: Sendable {
  /// What people call it, such as `local:` or `gpsd on localhost:2947`.
  var name: String { get }

  /// Delivers events until the task is cancelled; survives losses by itself and says so by notices and statuses.
  func run(delivering sink: some SensorSink) async
}
