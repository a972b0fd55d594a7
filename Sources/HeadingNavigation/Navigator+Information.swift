public import HeadingGeometry
import HeadingSensing

extension Navigator {
  /// 1σ of the heading, rad; `nil` outside of the aligned mode.
  public var headingDeviation: Double? {
    head.mode == .aligned ? head.headingDeviation : nil
  }

  /// Whether a source other than the field confirms the heading: accelerations, dual antenna,
  /// forward motion.
  public var isHeadingConfirmed: Bool {
    head.mode == .aligned && head.isHeadingConfirmed
  }

  /// Attitude relative to true north; `nil` unless a source other than the field measures its
  /// heading.
  public var measuredAttitude: Quaternion? {
    head.mode == .aligned && head.isHeadingMeasured ? head.state.attitude : nil
  }

  /// Time from the last step until the horizontal accuracy exceeds the configured limit without
  /// fixes, s; 0 if it already does.
  public var coastingTime: Double {
    guard head.mode != .vertical else { return 0 }
    let inertial = CoastingForecast(head).seconds(
      within: configuration.positionLimit / max(coastingCheck.factor, 0.1))
    return max(inertial, waterLog.seconds(within: configuration.positionLimit) ?? 0)
  }

  /// The filtered pressure altitude at the last step, m; `nil` without pressure.
  public var pressureAltitude: Double? {
    head.lastPressure == nil ? nil : head.state.altitude + head.state.pressureOffset
  }

  /// Up direction in the body frame and its variance, rad², sum of both axes; `nil` unless aligned
  /// with recent velocities.
  public var up: (direction: Vector3, variance: Double)? {
    guard head.mode == .aligned, head.hasRecentVelocity else { return nil }
    let variances = head.covariance.variances(at: ErrorIndex.attitude)
    return (head.state.attitude.conjugate * Vector3(0, 0, 1), variances.x + variances.y)
  }

  /// Whether there was no fix yet: only altitude and climb rate are estimated, and the field is not
  /// used.
  public var isVertical: Bool {
    head.mode == .vertical
  }

  /// Innovation statistics of each kind of measurement.
  ///
  /// For evaluation of the filter; allocates.
  public var innovations: [InnovationSummary] {
    func summary(_ name: String, _ monitor: InnovationMonitor) -> InnovationSummary {
      InnovationSummary(
        name: name, meanSquare: monitor.mean, count: monitor.count, ratio: monitor.ratio)
    }
    return [
      summary("position", head.positionMonitor), summary("velocity", head.velocityMonitor),
      summary("altitude", head.altitudeMonitor), summary("climb", head.climbMonitor),
      summary("pressure", head.pressureMonitor), summary("field", head.fieldMonitor),
      summary("heading", head.headingMonitor), summary("across", head.acrossMonitor),
      summary("floor", head.floorMonitor),
    ]
  }
}
