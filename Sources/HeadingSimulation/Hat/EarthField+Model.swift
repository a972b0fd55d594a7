import Geomagnetism
public import HeadingGeometry
public import HeadingSensing

extension EarthField {
  /// Creates the field of WMM2025 at a place and a time; outside 2025 to 2030 it is extrapolated.
  ///
  /// The height above mean sea level is used as the ellipsoidal height, which changes the
  /// declination by less than 0.001°. The field is zero if the time is not a number.
  public init(at place: Coordinate, altitude: Double, time: UniversalTime) {
    let heights = MagneticModel.heights
    let height = min(max(altitude, heights.lowerBound), heights.upperBound)
    do throws(MagneticModelError) {
      let field = try MagneticModel.wmm2025.field(
        at: place, ellipsoidalHeight: height, decimalYear: time.decimalYear, extrapolating: true)
      self.init(vector: Vector3(field.east, field.north, -field.down))
    } catch {
      self.init(vector: .zero)
    }
  }
}
