/// gpsd's `TPV` report: what the receiver said of time, position and velocity, in gpsd's units.
///
/// A key that gpsd left out is `nil`. Not read on purpose: `alt` (deprecated, and either of the two
/// heights), `geoidSep` (disagrees with the heights), `magvar` and `magtrack` (from a table of the
/// model of 2015, and with the wrong sign), `climb` (of a receiver that measures none the difference of two heights,
/// which would count them twice).
public struct PositionReport: Sendable, Hashable, Decodable {
  /// Path of the receiver among gpsd's devices.
  public var device: String?
  /// 0 unknown, 1 no fix, 2 position without height, 3 position and height.
  public var mode: Int?
  /// How the receiver came to it: 8 is simulated.
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
  /// Error of longitude, m; of what probability gpsd does not say.
  public var longitudeError: Double?
  /// Error of latitude, m; of what probability gpsd does not say.
  public var latitudeError: Double?
  /// Error of the position in the plane, m; of what probability gpsd does not say.
  public var horizontalError: Double?
  /// Error of the height, m; of what probability gpsd does not say.
  public var verticalError: Double?
  /// Direction of motion, degrees from true north.
  public var track: Double?
  /// Error of the direction of motion, degrees.
  public var trackError: Double?
  /// Speed over ground, m/s.
  public var speed: Double?
  /// Error of the speed, m/s.
  public var speedError: Double?
  /// Downward speed that the receiver has measured, m/s.
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

  /// Makes a report that says nothing.
  public init() {}

  /// Whether the receiver has a fix.
  public var hasFix: Bool { (mode ?? 0) >= 2 }

  /// Whether the receiver says that it made the fix up.
  public var isSimulated: Bool { status == 8 }
}
