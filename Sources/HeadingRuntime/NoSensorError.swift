/// There is no usable sensor, and no substitute is allowed.
public struct NoSensorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, as a sentence without its full stop.
  public let reason: String

  package init(reason: String) { self.reason = reason }

  /// What happened, why, and how to fix it.
  public var description: String {
    "no sensor to read: \(reason); attach a magnetometer and an accelerometer (`compass doctor` says what "
      + "is missing), name another machine's with --uri, or try --simulate"
  }
}
