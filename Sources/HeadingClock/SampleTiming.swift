/// Source of the samples' times.
public enum SampleTiming: String, Sendable, Hashable {
  /// Kernel time stamps on the boottime clock.
  case kernelBoottime = "kernel stamps, boottime"

  /// Time stamps of another or a remote clock, mapped to boottime by their arrival.
  case mapped = "stamps of another clock, mapped by arrival"

  /// The time of arrival.
  case arrival = "time of arrival"
}
