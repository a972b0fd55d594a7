import HeadingGeometry
public import HeadingSensing

/// The numbers that a logger wrote of a receiver; a missing or invalid number is `nil` or not finite.
///
/// Two conventions mark a missing value: phones write a negative accuracy, speed or course (as
/// Core Location does), and loggers write 0°, 0° before the first fix.
public struct LoggedFix: Sendable, Hashable {
  /// Latitude, degrees.
  public var latitude: Double?

  /// Longitude, degrees.
  public var longitude: Double?

  /// Height above mean sea level, m.
  public var altitude: Double?

  /// Height above the ellipsoid, m.
  public var ellipsoidalAltitude: Double?

  /// Horizontal 68 % error, m.
  public var horizontalAccuracy: Double?

  /// Vertical 68 % error, m.
  public var verticalAccuracy: Double?

  /// Speed over ground, m/s.
  public var speed: Double?

  /// 68 % error of the speed, m/s.
  public var speedAccuracy: Double?

  /// Climb rate, m/s.
  public var climbRate: Double?

  /// Course over ground, degrees.
  public var course: Double?

  /// Creates a fix without numbers.
  public init() {}

  /// The fix at a time; `nil` without a valid position.
  public func fix(at time: BootTime, universalTime: UniversalTime?) -> Fix? {
    guard let latitude, let longitude, latitude != 0 || longitude != 0,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let accuracy = horizontalAccuracy.finite
    if let accuracy, accuracy < 0 { return nil }
    var fix = Fix(time: time, coordinate: coordinate)
    fix.universalTime = universalTime
    fix.horizontalAccuracy = accuracy
    let vertical = verticalAccuracy.finite
    if vertical.map({ $0 >= 0 }) ?? true {
      fix.altitude = altitude.finite
      fix.ellipsoidalAltitude = ellipsoidalAltitude.finite
      fix.verticalAccuracy = vertical
    }
    fix.speed = speed.notNegative
    fix.speedAccuracy = speedAccuracy.notNegative
    fix.climbRate = climbRate.finite
    // Courses from −180 to 180 are valid; only exactly −1 means that there is none.
    fix.course = course.finite.flatMap { $0 == -1 ? nil : Heading(degrees: $0) }
    return fix
  }
}

extension Double? {
  fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
  fileprivate var notNegative: Double? { finite.flatMap { $0 < 0 ? nil : $0 } }
}
