import HeadingGeometry
public import HeadingSensing

extension PositionReport {
  // Below walking speed a receiver's course is the direction of its noise: captures of receivers at
  // rest show a steady course at 0.01 m/s.
  private static let slowestCourse = 0.5

  /// The fix at the moment the report arrived; `nil` without a fix or with an impossible place.
  ///
  /// - Accuracies are taken as 68 % without a factor. gpsd's documentation calls their certainty
  ///   unknown (3.22 to 3.27): where the receiver states an error itself (u-blox, `GST`) gpsd passes on
  ///   one sigma; where it does not, gpsd multiplies the dilution of precision by a range error of
  ///   95 %. The report does not tell which. Unscaled, the bound is right for the first and too wide
  ///   for the second; divided by two it would claim too much for the first.
  /// - `eph` comes first, being the receiver's own where there is one; else the root of the summed
  ///   squares of `epx` and `epy`.
  /// - The height and its error need mode 3.
  /// - The course needs a speed above 0.5 m/s and above three times the speed's error.
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

  /// The receiver's UTC; `nil` if it gave none or none that can be read.
  public var universalTime: UniversalTime? { time.flatMap { UniversalTime(iso8601: $0) } }

  private var combinedHorizontalError: Double? {
    guard let x = Self.error(longitudeError), let y = Self.error(latitudeError) else { return nil }
    return (x * x + y * y).squareRoot()
  }

  /// The speed's error if it is the receiver's own.
  ///
  /// Where the receiver gives none, gpsd adds the position errors of two fixes and divides by the
  /// time between them (20 m/s is usual), which says nothing about a speed measured by Doppler. At
  /// two seconds or less between fixes that sum is never below the position's error.
  private var statedSpeedError: Double? {
    guard let stated = Self.error(speedError) else { return nil }
    let position = max(longitudeError ?? 0, latitudeError ?? 0)
    return stated > 1 && position > 0 && stated >= position ? nil : stated
  }

  /// An error as stated; zero and negative ones are no statement.
  private static func error(_ value: Double?) -> Double? {
    value.flatMap { $0 > 0 ? $0 : nil }
  }
}
