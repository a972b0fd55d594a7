/// Result of fault detection and exclusion for a sample.
public enum SampleValidity: Sendable, Hashable {
  /// Not a measurement: not finite, beyond the sensor's limits, a transmission error, duplicate or
  /// late.
  case refused

  /// From a stuck sensor, or one that the other sensors contradict; nothing may be learned from it.
  case excluded

  /// A measurement.
  case used
}
