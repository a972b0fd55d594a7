public import HeadingGeometry
import HeadingSensing

extension Navigator {
  /// 1σ of the heading, rad; `nil` unless the inertial sensors carry it.
  public var headingDeviation: Double? {
    mutating get { head.mode == .aligned ? head.headingDeviation : nil }
  }

  /// Whether something beside the field speaks for the heading: accelerations, two antennas, motion along the axis.
  public var isHeadingConfirmed: Bool {
    mutating get { head.mode == .aligned && head.isHeadingConfirmed }
  }

  /// The body's attitude against true north; `nil` unless something beside the field measures its heading.
  public var measuredAttitude: Quaternion? {
    mutating get {
      head.mode == .aligned && head.isHeadingMeasured ? head.state.attitude : nil
    }
  }

  /// Seconds from the last step until the horizontal accuracy passes the user's limit, if no fix comes;
  /// 0 if it has.
  public var coastingTime: Double {
    mutating get {
      guard head.mode != .vertical else { return 0 }
      return CoastingForecast(head).seconds(
        within: configuration.positionLimit / max(coastingCheck.factor, 0.1))
    }
  }

  /// The filtered pressure altitude at the last step, m; `nil` without pressure.
  public var pressureAltitude: Double? {
    mutating get {
      head.lastPressure == nil ? nil : head.state.altitude + head.state.pressureOffset
    }
  }

  /// Direction of up, body frame, by velocities and the inertial sensors, and its variance, rad², both axes; `nil`
  /// unless these carry the heading.
  public var up: (direction: Vector3, variance: Double)? {
    mutating get {
      guard head.mode == .aligned, head.hasRecentVelocity else { return nil }
      let variances = head.covariance.variances(at: ErrorIndex.attitude)
      return (head.state.attitude.conjugate * Vector3(0, 0, 1), variances.x + variances.y)
    }
  }

  /// Whether there was no fix yet: height and climb alone are estimated, and the field is of no use.
  public var isVertical: Bool {
    mutating get { head.mode == .vertical }
  }

  /// How well the measurements have agreed with what was expected of them, kind by kind.
  ///
  /// For measuring the filter itself; it allocates.
  public var innovations: [InnovationSummary] {
    mutating get {
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
}
