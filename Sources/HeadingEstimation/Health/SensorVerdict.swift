/// What a sample is worth, for everyone who uses it.
public enum SensorVerdict: Sendable, Hashable {
  /// No measurement: not a number, beyond what its sensor can say, a transmission error, doubled or late.
  case refused

  /// From a sensor that hangs, or that the other sensors contradict: nothing may be learnt from it.
  case excluded

  /// A measurement.
  case used
}
