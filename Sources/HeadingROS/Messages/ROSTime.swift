/// `builtin_interfaces/Time`, in ROS 1 `time`: seconds and nanoseconds since the epoch of its clock.
package struct ROSTime: Sendable, Hashable {
  /// Whole seconds.
  package var seconds: Int32 = 0

  /// The rest, 0 to 999,999,999 ns.
  package var nanoseconds: UInt32 = 0

  /// Makes time 0.
  package init() {}

  /// Makes a time from seconds, to a microsecond; limited to 0 and the year 2038, the range of the type.
  package init(seconds: Double) {
    guard seconds > 0 else { return }
    let microseconds = Int64((min(seconds, Double(Int32.max)) * 1e6).rounded())
    self.seconds = Int32(clamping: microseconds / 1_000_000)
    nanoseconds = UInt32(microseconds % 1_000_000 * 1000)
  }

  /// Nanoseconds since the epoch.
  package var sinceEpoch: UInt64 {
    UInt64(max(seconds, 0)) * 1_000_000_000 + UInt64(nanoseconds)
  }

  var value: ROSValue {
    .record(
      ROSRecord(
        "builtin_interfaces/Time",
        [
          ROSField("sec", .int32(seconds), inROS1: "secs"),
          ROSField("nanosec", .uint32(nanoseconds), inROS1: "nsecs"),
        ]))
  }
}
