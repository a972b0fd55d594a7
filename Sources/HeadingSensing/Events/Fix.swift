public import HeadingGeometry

/// A position from a GNSS receiver, with the receiver's own accuracies.
///
/// A value that the receiver did not report is `nil`, never zero.
public struct Fix: Sendable, Hashable {
  /// Time of validity on the boottime clock; the time of arrival if the latency is unknown.
  public var time: BootTime

  /// The receiver's UTC of the fix.
  public var universalTime: UniversalTime?

  /// Latitude and longitude on WGS 84.
  public var coordinate: Coordinate

  /// Height above mean sea level, m.
  public var altitude: Double?

  /// Height above the WGS 84 ellipsoid, m.
  public var ellipsoidalAltitude: Double?

  /// Radius that holds the true position with 68 % probability, m.
  public var horizontalAccuracy: Double?

  /// 68 % error of the altitude, m.
  public var verticalAccuracy: Double?

  /// Speed over ground, m/s.
  public var speed: Double?

  /// 68 % error of the speed, m/s.
  public var speedAccuracy: Double?

  /// Direction of motion over ground; not the heading.
  public var course: Heading<TrueNorth>?

  /// 68 % error of the course.
  public var courseAccuracy: Angle?

  /// Upward speed, m/s.
  public var climbRate: Double?

  /// Creates a fix with time and position only.
  public init(time: BootTime, coordinate: Coordinate) {
    self.time = time
    self.coordinate = coordinate
  }
}
