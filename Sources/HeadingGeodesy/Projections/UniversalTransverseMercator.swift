public import HeadingGeometry
internal import RealModule

/// A point in Universal Transverse Mercator coordinates (NGA.SIG.0012).
///
/// Projected by Krüger's series of order 6 (C. F. F. Karney, Transverse Mercator with an accuracy
/// of a few nanometers, J. Geodesy 85 (2011) 475–485, https://doi.org/10.1007/s00190-011-0445-3).
public struct UniversalTransverseMercator: Sendable, Hashable {
  /// The zone, 1…60.
  public let zone: Int

  /// Northern hemisphere: northings count from the equator; southern: from 10 000 km below it.
  public let isNorthern: Bool

  /// Easting, m, 500 000 on the zone's central meridian.
  public let easting: Double

  /// Northing, m.
  public let northing: Double

  /// Grid convergence: direction of grid north, positive east of true north.
  public let gridConvergence: Angle

  /// Point scale factor, 0.9996 on the central meridian.
  public let scale: Double

  /// Projects a coordinate into its own zone; `nil` outside −80° <= latitude <= 84°.
  public init?(_ coordinate: Coordinate) {
    guard let zone = Self.zone(of: coordinate) else { return nil }
    self.init(coordinate, zone: zone)
  }

  /// Projects a coordinate into a given zone.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate; the result is `nil` outside −80° <= latitude <= 84°, or more
  ///     than 30° from the zone's central meridian.
  ///   - zone: 1…60.
  public init?(_ coordinate: Coordinate, zone: Int) {
    guard (1...60).contains(zone), (-80...84).contains(coordinate.latitude) else { return nil }
    let central = Double(zone) * 6 - 183
    let (turn, error) = DegreeMath.difference(from: central, to: coordinate.longitude)
    guard abs(turn) <= 30 else { return nil }
    let point = TransverseMercatorPoint(
      latitude: coordinate.latitude, longitudeDifference: turn + error)
    self.zone = zone
    isNorthern = coordinate.latitude >= 0
    easting = 500_000 + 0.9996 * point.easting
    northing = (isNorthern ? 0 : 10_000_000) + 0.9996 * point.northing
    gridConvergence = point.convergence
    scale = 0.9996 * point.scale
  }

  /// Zone of a coordinate, with the exceptions for Norway (32V) and Svalbard (31X to 37X).
  ///
  /// - Parameter coordinate: The coordinate.
  /// - Returns: 1…60; `nil` outside −80° <= latitude <= 84°, where UPS is used.
  public static func zone(of coordinate: Coordinate) -> Int? {
    let latitude = coordinate.latitude
    guard latitude >= -80, latitude <= 84 else { return nil }
    let longitude = coordinate.longitude == 180 ? -180 : coordinate.longitude
    let zone = Int(((longitude + 180) / 6).rounded(.down)) + 1
    if (56..<64).contains(latitude), zone == 31, longitude >= 3 { return 32 }
    if latitude >= 72, longitude >= 0, longitude < 42 {
      return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
    }
    return zone
  }
}
