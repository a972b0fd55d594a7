/// A source of sensor events: the sensors of an IIO context, a GNSS receiver, a simulation.
public protocol SensorSource: Sendable {
  /// The name in messages, such as `local:` or `gpsd on localhost:2947`.
  var name: String { get }

  /// Delivers events until the task is cancelled; recovers from losses itself and reports them by
  /// notices and statuses.
  func run(delivering sink: some SensorSink) async
}
