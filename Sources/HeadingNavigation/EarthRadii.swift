import HeadingGeometry
import RealModule

/// Metres a radian of latitude and of longitude measures at a place.
struct EarthRadii: Sendable {
  /// Metres per radian of latitude: meridian radius of curvature plus height.
  var north: Double

  /// Metres per radian of longitude: (prime vertical radius plus height) · cos latitude; at least
  /// 1 m, so that a pole divides by no zero (longitude has no meaning there).
  var east: Double

  /// Makes the radii of a place; latitude in rad, height above the ellipsoid in m.
  init(latitude: Double, height: Double) {
    let sine = Double.sin(latitude)
    let squared = WGS84.squaredEccentricity
    let denominator = 1 - squared * sine * sine
    let vertical = WGS84.semiMajorAxis / denominator.squareRoot()
    north = vertical * (1 - squared) / denominator + height
    east = max(1, (vertical + height) * Double.cos(latitude))
  }
}
