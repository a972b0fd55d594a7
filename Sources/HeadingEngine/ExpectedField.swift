import Geomagnetism
import HeadingGeometry

/// The elements of the magnetic model's field that the engine uses, computed once per place and
/// date.
struct ExpectedField {
  /// Horizontal, downward and total field, T.
  let horizontal, down, total: Double

  /// Declination, positive east.
  let declination: Angle

  /// 1σ of the declination.
  let declinationAccuracy: Angle

  /// Inclination, positive down.
  let inclination: Angle

  /// Usability of a compass there.
  let zone: MagneticZone

  /// Years by which the date is outside the model's validity.
  let yearsOutside: Double

  init(_ field: MagneticField) {
    let elements = field.elements
    (horizontal, down, total) = (elements.horizontal, field.down, elements.total)
    (declination, inclination) = (elements.declination, elements.inclination)
    declinationAccuracy = field.uncertainty.declination
    (zone, yearsOutside) = (field.zone, field.yearsOutside)
  }
}
