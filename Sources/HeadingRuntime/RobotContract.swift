public import HeadingGeometry

/// What a robot that steers by the heading is promised; when it is not kept, `steer` says so.
public struct RobotContract: Sendable, Hashable {
  /// Updates a second that are guaranteed; default 10.
  ///
  /// Large values notice a stall sooner and call sensors that are slower than that late.
  public var rate = 10.0

  /// Seconds from the newest sample to an update beyond which it is late; default 0.25.
  public var deadline = 0.25

  /// Seconds that the gyroscope alone may hold the heading; default 10.
  ///
  /// Small values stop a robot beside every car, large ones trust the gyroscope's drift.
  public var coastLimit = 10.0

  /// The 68 % bound above which a heading is called degraded; default 10°.
  public var degradedAbove = Angle(degrees: 10)

  /// The usual promises.
  public init() {}

  /// Seconds between two updates at the guaranteed rate.
  var period: Double { 1 / rate }
}
