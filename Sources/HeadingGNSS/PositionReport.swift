/// gpsd's `TPV` report: time, position and velocity in gpsd's units.
///
/// A missing key is `nil`. Deliberately not read: `alt` (deprecated, and either of the two
/// altitudes), `geoidSep` (disagrees with the altitudes), `magvar` and `magtrack` (from a table of
/// the model of 2015, and with the wrong sign), `climb` (if not measured, the difference of two
/// altitudes, which would be used twice).
public struct PositionReport: Sendable, Hashable, Decodable {
  /// Path of the receiver among gpsd's devices.
  public var device: String?
  /// 0 unknown, 1 no fix, 2 position without altitude, 3 position and altitude.
  public var mode: Int?
  /// Kind of the fix: 8 is simulated.
  public var status: Int?
  /// UTC, ISO 8601.
  public var time: String?
  /// Latitude, degrees.
  public var latitude: Double?
  /// Longitude, degrees.
  public var longitude: Double?
  /// Height above the WGS 84 ellipsoid, m.
  public var ellipsoidalAltitude: Double?
  /// Height above mean sea level, m.
  public var altitude: Double?
  /// Error of the longitude, m; confidence level unknown.
  public var longitudeError: Double?
  /// Error of the latitude, m; confidence level unknown.
  public var latitudeError: Double?
  /// Horizontal position error, m; confidence level unknown.
  public var horizontalError: Double?
  /// Vertical error, m; confidence level unknown.
  public var verticalError: Double?
  /// Course, degrees from true north.
  public var track: Double?
  /// Error of the course, degrees.
  public var trackError: Double?
  /// Speed over ground, m/s.
  public var speed: Double?
  /// Error of the speed, m/s.
  public var speedError: Double?
  /// Measured downward speed, m/s.
  public var downwardSpeed: Double?

  enum CodingKeys: String, CodingKey {
    case device, mode, status, time, track, speed
    case latitude = "lat"
    case longitude = "lon"
    case ellipsoidalAltitude = "altHAE"
    case altitude = "altMSL"
    case longitudeError = "epx"
    case latitudeError = "epy"
    case horizontalError = "eph"
    case verticalError = "epv"
    case trackError = "epd"
    case speedError = "eps"
    case downwardSpeed = "velD"
  }

  /// Makes an empty report.
  public init() {}

  /// Whether the receiver has a fix.
  public var hasFix: Bool { (mode ?? 0) >= 2 }

  /// Whether the receiver marks the fix as simulated.
  public var isSimulated: Bool { status == 8 }
}
