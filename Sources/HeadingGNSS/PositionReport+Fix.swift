import HeadingGeometry
public import HeadingSensing

extension PositionReport {
  // Below walking speed a receiver's course is noise: receivers at rest report a steady course at
  // 0.01 m/s.
  private static let slowestCourse = 0.5

  /// The fix, stamped with the arrival of the report; `nil` without a fix or with an impossible
  /// position.
  ///
  /// - Accuracies are taken as 68 % without a factor. gpsd's documentation calls their confidence
  ///   level unknown (3.22 to 3.27): if the receiver reports an error itself (u-blox, `GST`), gpsd
  ///   passes on one sigma; if not, gpsd multiplies the dilution of precision by a 95 % range
  ///   error. The report does not distinguish them. Unscaled, the bound is right for the first and
  ///   too wide for the second; divided by two it would be too small for the first.
  /// - `eph` is preferred, as it may be the receiver's own; otherwise the root sum of squares of
  ///   `epx` and `epy`.
  /// - Altitude and its error require mode 3.
  /// - The course requires a speed above 0.5 m/s and above three times the speed error.
  public func fix(at arrival: BootTime) -> Fix? {
    guard hasFix, let latitude, let longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    var fix = Fix(time: arrival, coordinate: coordinate)
    fix.universalTime = universalTime
    fix.horizontalAccuracy = Self.error(horizontalError) ?? combinedHorizontalError
    if (mode ?? 0) >= 3 {
      fix.altitude = altitude
      fix.ellipsoidalAltitude = ellipsoidalAltitude
      fix.verticalAccuracy = Self.error(verticalError)
      fix.climbRate = downwardSpeed.map { -$0 }
    }
    guard let speed, speed >= 0 else { return fix }
    fix.speed = speed
    fix.speedAccuracy = statedSpeedError
    if let track, speed > max(Self.slowestCourse, 3 * (statedSpeedError ?? 0)) {
      fix.course = Heading(degrees: track)
      fix.courseAccuracy = Self.error(trackError).map { Angle(degrees: min($0, 180)) }
    }
    return fix
  }

  /// The receiver's UTC; `nil` if missing or unreadable.
  public var universalTime: UniversalTime? { time.flatMap { UniversalTime(iso8601: $0) } }

  private var combinedHorizontalError: Double? {
    guard let x = Self.error(longitudeError), let y = Self.error(latitudeError) else { return nil }
    return (x * x + y * y).squareRoot()
  }

  /// The speed error if the receiver reported it.
  ///
  /// Otherwise gpsd divides the sum of the position errors of two fixes by the time between them
  /// (20 m/s is typical), which does not apply to a Doppler velocity. At intervals of two seconds
  /// or less that quotient is never below the position error.
  private var statedSpeedError: Double? {
    guard let stated = Self.error(speedError) else { return nil }
    let position = max(longitudeError ?? 0, latitudeError ?? 0)
    return stated > 1 && position > 0 && stated >= position ? nil : stated
  }

  /// An error as reported; zero and negative values are invalid.
  private static func error(_ value: Double?) -> Double? {
    value.flatMap { $0 > 0 ? $0 : nil }
  }
}
