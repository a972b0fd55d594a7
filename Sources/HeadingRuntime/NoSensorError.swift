/// There is no sensor to make a heading of, and nothing may take its place.
public struct NoSensorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Why, in a sentence without its full stop.
  public let reason: String

  /// What happened, why, and what to do.
  public var description: String {
    "no sensor to read: \(reason); attach a magnetometer and an accelerometer (`compass doctor` says what "
      + "is missing), name another machine's with --uri, or try --simulate"
  }
}
