import Geomagnetism
import HeadingGeometry

/// What the engine asks of the magnetic model's field, worked out once for a place and date instead of for
/// every sample.
struct ExpectedField {
  /// Horizontal, downward and total field, T.
  let horizontal, down, total: Double

  /// The turn from true to magnetic north, positive east.
  let declination: Angle

  /// Its 1σ error.
  let declinationAccuracy: Angle

  /// The field's angle below the horizon, positive down.
  let inclination: Angle

  /// How far a compass can be trusted there.
  let zone: MagneticZone

  /// How many years the date is outside of the model's validity.
  let yearsOutside: Double

  init(_ field: MagneticField) {
    let elements = field.elements
    (horizontal, down, total) = (elements.horizontal, field.down, elements.total)
    (declination, inclination) = (elements.declination, elements.inclination)
    declinationAccuracy = field.uncertainty.declination
    (zone, yearsOutside) = (field.zone, field.yearsOutside)
  }
}
