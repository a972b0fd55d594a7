public import HeadingGeometry

/// Steer contract: guaranteed rate, age and accuracy of the heading; `steer` reports a violation.
public struct SteerContract: Sendable, Hashable {
  /// Guaranteed updates per second; default 10.
  ///
  /// High values detect a stall sooner but report slower sensors as late.
  public var rate = 10.0

  /// Maximum latency from the newest sample to an update, s; default 0.25.
  public var deadline = 0.25

  /// Maximum time of coasting on the gyroscope, s; default 10.
  ///
  /// Low values stop a robot at every passing car; high values trust the gyroscope's drift.
  public var coastLimit = 10.0

  /// 68 % heading accuracy above which the heading is degraded; default 10°.
  public var degradedAbove = Angle(degrees: 10)

  /// 68 % heading accuracy above which the heading must not be steered by; default 45°.
  ///
  /// Its 95 % bound is then 90°: it no longer tells forward from sideways.
  public var stopAbove = Angle(degrees: 45)

  /// Creates the default contract.
  public init() {}

  /// Period of the guaranteed rate, s.
  var period: Double { 1 / rate }
}
