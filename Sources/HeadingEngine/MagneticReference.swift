import Geomagnetism
import HeadingGeometry
import HeadingSensing

/// The magnetic model's field at the present place and date, or why there is none.
struct MagneticReference {
  private var follower: MagneticFollower

  /// The field at the place and date, or the reasons why it is missing.
  private(set) var field: Availability<ExpectedField> = .missing([.positionUnknown, .dateUnknown])

  init(model: MagneticModel) { follower = MagneticFollower(model: model) }

  /// The magnetic model.
  var model: MagneticModel { follower.model }

  /// Whether the model is used outside its validity.
  var isExtrapolating: Bool {
    get { follower.extrapolating }
    set {
      guard newValue != follower.extrapolating else { return }
      follower = MagneticFollower(model: follower.model, extrapolating: newValue)
    }
  }

  /// Updates place, height and date; returns whether the field has changed.
  ///
  /// Interpolation within 0.01° of declination of the last evaluation is not a change.
  mutating func update(
    coordinate: Coordinate?, ellipsoidalHeight: Double, universalTime: UniversalTime?
  ) -> Bool {
    guard let coordinate, let universalTime else {
      var reasons: Reasons = []
      if coordinate == nil { reasons.insert(.positionUnknown) }
      if universalTime == nil { reasons.insert(.dateUnknown) }
      return miss(reasons)
    }
    let evaluations = follower.evaluations
    let wasMissing = field.isMissing
    do throws(MagneticModelError) {
      field = .known(
        ExpectedField(
          try follower.field(
            at: coordinate, ellipsoidalHeight: min(max(ellipsoidalHeight, -1000), 850_000),
            decimalYear: universalTime.decimalYear)))
      return wasMissing || follower.evaluations != evaluations
    } catch {
      return miss(.modelExpired)
    }
  }

  private mutating func miss(_ reasons: Reasons) -> Bool {
    let changed = field.reasons != reasons
    field = .missing(reasons)
    return changed
  }
}
