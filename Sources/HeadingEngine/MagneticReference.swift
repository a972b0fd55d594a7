import Geomagnetism
import HeadingGeometry
import HeadingSensing

/// The magnetic model's answer for the place and date known now, kept until it can have changed.
///
/// It is asked again after 100 m, 100 m of height, or an hour: within |latitude| < 60° that keeps
/// the declination within 0.01° (its gradient is at most 0.073°/km there, its rate 0.64°/year).
struct MagneticReference {
  let model: MagneticModel

  /// The field at the place and date; missing with the reason.
  private(set) var field: Availability<MagneticField> = .missing([.positionUnknown, .dateUnknown])

  private var key: (coordinate: Coordinate, height: Double, time: UniversalTime)?

  init(model: MagneticModel) { self.model = model }

  /// Looks the field up again if place, height or date have changed enough; true if it did.
  mutating func update(
    coordinate: Coordinate?, ellipsoidalHeight: Double, universalTime: UniversalTime?
  ) -> Bool {
    guard let coordinate, let universalTime else {
      var reasons: Reasons = []
      if coordinate == nil { reasons.insert(.positionUnknown) }
      if universalTime == nil { reasons.insert(.dateUnknown) }
      let changed = field.reasons != reasons
      field = .missing(reasons)
      key = nil
      return changed
    }
    if let key, isNear(coordinate, key.coordinate), abs(ellipsoidalHeight - key.height) < 100,
      abs(universalTime.secondsSince1970 - key.time.secondsSince1970) < 3600
    {
      return false
    }
    key = (coordinate, ellipsoidalHeight, universalTime)
    do throws(MagneticModelError) {
      field = .known(
        try model.field(
          at: coordinate, ellipsoidalHeight: min(max(ellipsoidalHeight, -1000), 850_000),
          decimalYear: universalTime.decimalYear))
    } catch {
      field = .missing(.modelExpired)
    }
    return true
  }

  private func isNear(_ one: Coordinate, _ other: Coordinate) -> Bool {
    abs(one.latitude - other.latitude) < 0.0009 && abs(one.longitude - other.longitude) < 0.0009
  }
}
