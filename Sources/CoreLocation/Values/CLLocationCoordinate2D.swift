import HeadingGeometry

/// A latitude and a longitude on WGS 84, degrees; positive north and east.
///
/// Any number may be in it; ``CLLocationCoordinate2DIsValid(_:)`` tells whether it is a place.
@frozen public struct CLLocationCoordinate2D: Sendable, BitwiseCopyable {
  /// Degrees, −90…90, positive north.
  public var latitude: CLLocationDegrees

  /// Degrees, −180…180, positive east.
  public var longitude: CLLocationDegrees

  /// Makes the coordinate of latitude and longitude 0.
  public init() {
    latitude = 0
    longitude = 0
  }

  /// Makes a coordinate of two numbers as they are.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The same place for geodesy; `nil` if it is none.
  var coordinate: Coordinate? {
    guard CLLocationCoordinate2DIsValid(self) else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Makes the coordinate of a place.
  init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

/// A coordinate that is no place.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(
  latitude: -180, longitude: -180)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Makes a coordinate of two numbers as they are.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether a coordinate is a place: latitude within ±90°, longitude within ±180°, both numbers.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}
