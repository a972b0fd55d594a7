import HeadingGeometry

/// A latitude and a longitude on WGS 84, °.
///
/// The values are not checked; ``CLLocationCoordinate2DIsValid(_:)`` checks them.
@frozen public struct CLLocationCoordinate2D: Sendable, BitwiseCopyable {
  /// Latitude, °, −90…90, positive north.
  public var latitude: CLLocationDegrees

  /// Longitude, °, −180…180, positive east.
  public var longitude: CLLocationDegrees

  /// Creates the coordinate at latitude and longitude 0.
  public init() {
    latitude = 0
    longitude = 0
  }

  /// Creates a coordinate from latitude and longitude, °, unchecked.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The coordinate as a geodetic type; `nil` if it is invalid.
  var coordinate: Coordinate? {
    guard CLLocationCoordinate2DIsValid(self) else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The coordinate as Apple's framework writes it in descriptions.
  var text: String { String(format: "<%+.8f,%+.8f>", latitude, longitude) }

  /// Creates a coordinate from a geodetic one.
  init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

/// An invalid coordinate: latitude and longitude −180°.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(
  latitude: -180, longitude: -180)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Creates a coordinate from latitude and longitude, °, unchecked.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns whether a coordinate is valid: latitude within ±90°, longitude within ±180°, no NaN.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}
