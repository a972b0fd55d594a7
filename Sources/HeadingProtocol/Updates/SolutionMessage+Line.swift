import HeadingSensing

extension SolutionMessage {
  /// The message as one line of JSON with its line end.
  ///
  /// Every key but `waves` is present, in the order of the properties: a missing value is `null`, so
  /// that a reader sees that it may appear.
  public var line: [UInt8] {
    var line = JSONLine(capacity: 2100)
    line.add("time", time)
    line.add("boot_time", bootTime)
    line.add("magnetic_heading", magneticHeading)
    line.add("true_heading", trueHeading)
    line.add("heading_accuracy", headingAccuracy)
    line.add("heading_accuracy_95", headingAccuracy95)
    line.add("true_heading_accuracy", trueHeadingAccuracy)
    line.add("error_terms", errorTerms) { $0.add(to: &$1) }
    line.add("heading_axis", headingAxis)
    line.add("declination", declination)
    line.add("pitch", pitch)
    line.add("roll", roll)
    line.add("pitch_accuracy", pitchAccuracy)
    line.add("roll_accuracy", rollAccuracy)
    line.add("attitude", attitude)
    line.add("attitude_covariance", attitudeCovariance)
    line.add("rotation_rate", rotationRate)
    line.add("linear_acceleration", linearAcceleration)
    line.add("field", field)
    line.add("field_strength", fieldStrength)
    line.add("inclination", inclination)
    line.add("latitude", latitude)
    line.add("longitude", longitude)
    line.add("altitude", altitude)
    line.add("ellipsoidal_altitude", ellipsoidalAltitude)
    line.add("horizontal_accuracy", horizontalAccuracy)
    line.add("vertical_accuracy", verticalAccuracy)
    line.add("speed", speed)
    line.add("course", course)
    line.add("velocity", velocity)
    line.add("speed_accuracy", speedAccuracy)
    line.add("course_accuracy", courseAccuracy)
    line.add("heading_source", headingSource)
    line.add("sources", sources ?? [])
    line.add("fix_age", fixAge)
    line.add("coasting_time", coastingTime)
    line.add("pressure", pressure)
    line.add("relative_altitude", relativeAltitude)
    line.add("climb_rate", climbRate)
    line.add("climb_rate_accuracy", climbRateAccuracy)
    if let waves { line.add("waves", waves) { $0.add(to: &$1) } }
    line.add("status", status.name)
    line.add("reasons", reasons)
    line.add("steer", steer)
    line.add("coast_left", coastLeft)
    line.add("simulated", simulated)
    line.add("latency", latency)
    return line.end()
  }
}
