import HeadingGeometry
import RealModule

/// Metres per radian of latitude and of longitude at a position.
struct EarthRadii: Sendable {
  /// Metres per radian of latitude: meridian radius of curvature plus height.
  var north: Double

  /// Metres per radian of longitude: (prime vertical radius plus height) · cos latitude; at least 1
  /// m, which avoids a division by zero at a pole, where the longitude is undefined.
  var east: Double

  /// Makes the radii at a latitude, rad, and a height above the ellipsoid, m.
  init(latitude: Double, height: Double) {
    let sine = Double.sin(latitude)
    let squared = WGS84.squaredEccentricity
    let denominator = 1 - squared * sine * sine
    let vertical = WGS84.semiMajorAxis / denominator.squareRoot()
    north = vertical * (1 - squared) / denominator + height
    east = max(1, (vertical + height) * Double.cos(latitude))
  }
}
