import HeadingGeometry
import RealModule

/// A mixture of two hypotheses about north after the local field has changed.
///
/// The azimuths of the former and the present field differ by some angle. Either the former field
/// points north, and the gyroscope maintains the heading with its drift; or the former field was
/// disturbed. The odds follow from the time of motion in each field, and from the magnetic model if
/// the place is known.
/// The heading is the mean of the mixture and the bound includes its variance, so that a good
/// heading is not replaced by a worse one at once, and a wrong initial heading is corrected
/// eventually.
struct FieldMixture {
  /// Estimated deviation of the present field's north from magnetic north, rad.
  private(set) var offset = 0.0

  /// Variance of that angle beyond the local field's deviation, rad².
  private(set) var variance = 0.0

  /// Whether the present field is not the one that the heading is based on.
  private(set) var isFieldChanged = false

  /// Reference field of a magnetic model, T; `nil` if the place is unknown.
  var reference: (horizontal: Double, vertical: Double)?

  /// 1σ of a local field's components against the magnetic model's, T: steel in buildings.
  static let localDeviation = 3e-6

  private var jump = 0.0
  /// The restored heading while the device has not moved, rad.
  private var anchor: Double?
  private var anchorAge = 0.0

  /// Share of the present field's errors in a restored heading, 0…1; 1 for any other heading.
  private(set) var presentErrorShare = 1.0

  private var holdVariance = 0.0
  private var anomalyVariance = 0.0
  private var former = (horizontal: 0.0, vertical: 0.0)
  private var present = (horizontal: 0.0, vertical: 0.0)
  // Times in each field, s: the first reading counts as 3 s, rest as at most 10 s, motion as at
  // most 120 s.
  private var formerTime = 3.0
  private(set) var presentTime = 3.0
  private var restTime = 0.0

  /// Adds time in the present field, while that is undisturbed.
  mutating func addTime(_ interval: Double, isResting: Bool) {
    if isResting {
      guard restTime < 10 else { return }
      restTime += interval
    }
    presentTime = min(presentTime + interval, 120)
  }

  /// Adopts a changed field.
  ///
  /// - Parameters:
  ///   - old: The former field, T, levelled frame.
  ///   - new: The present field, T, levelled frame, at the same gyroscope heading.
  ///   - age: Time for which the new field has been observed, s.
  ///   - headingVariance: Variance of the heading that the gyroscope held meanwhile, rad².
  ///   - localVariance: Variance of a local field's deviation from north, rad².
  mutating func change(
    from old: Vector3, to new: Vector3, age: Double, headingVariance: Double, localVariance: Double
  ) {
    let horizontal = max((new.x * new.x + new.y * new.y).squareRoot(), 1e-6)
    let oldHeading = Double.atan2(y: old.x, x: old.y) - offset
    let newHeading = Double.atan2(y: new.x, x: new.y)
    if !isFieldChanged {
      former = ((old.x * old.x + old.y * old.y).squareRoot(), old.z)
      formerTime = presentTime
    }
    present = (horizontal, new.z)
    jump = Angle(radians: newHeading - oldHeading).normalized.radians
    holdVariance = headingVariance + localVariance + variance
    if isSameField, jump * jump < 9 * holdVariance || abs(jump) > Self.lostTurn {
      end(time: formerTime)
      return
    }
    let step = min(1, (new - old).squaredLength / 3 / (horizontal * horizontal))
    // Less than 5° (RMS change per component over the horizontal field) is not another place.
    presentTime = step < 0.0076 ? presentTime + age : age
    anomalyVariance = min(1, (isFieldChanged ? anomalyVariance : 0) + step)
    isFieldChanged = true
    updateOdds(localVariance: localVariance)
  }

  /// Starts with a restored heading: `north` is its angle from the levelled frame, rad.
  mutating func start(north: Double, holdVariance: Double, field: Vector3) {
    (anchor, anchorAge) = (north, 0)
    jump = Angle(radians: Double.atan2(y: field.x, x: field.y) - north).normalized.radians
    self.holdVariance = holdVariance
    anomalyVariance = 1
    former = ((field.x * field.x + field.y * field.y).squareRoot(), field.z)
    present = former
    formerTime = 10
    presentTime = 3
    isFieldChanged = true
    updateOdds(localVariance: 0)
  }

  /// Rotates the restored heading with the levelled frame.
  mutating func rotate(by rotation: Quaternion) {
    anchor = anchor.map { $0 - rotation.rotationVector.z }
  }

  /// Updates the jump with the field's north while the device has not moved, since the first
  /// reading is noisy.
  mutating func updateJump(north: Double, isResting: Bool, interval: Double) {
    guard let known = anchor else { return }
    anchorAge += interval
    // Stationarity detection needs some time.
    if isFieldChanged, isResting || anchorAge < 2 {
      jump = Angle(radians: north - known).normalized.radians
    } else {
      anchor = nil
    }
  }

  /// Whether strength and inclination of the former and the present field agree within 5 %.
  private var isSameField: Bool {
    let strength = former.horizontal * former.horizontal + former.vertical * former.vertical
    return Self.square(former, present) < 0.0025 * strength
  }

  /// Updates the odds of the former against the present field.
  ///
  /// Iron that turns the field by a large angle also changes its strength or inclination. If both
  /// are again those of the former field, a rotation was not measured, and the present field points
  /// north.
  ///
  /// - Parameters:
  ///   - field: The present field, T, levelled frame.
  ///   - localVariance: Variance of a local field's deviation from north, rad².
  mutating func updateOdds(field: Vector3, localVariance: Double) {
    guard isFieldChanged else { return }
    present = ((field.x * field.x + field.y * field.y).squareRoot(), field.z)
    if anchor == nil, isSameField, abs(jump) > Self.lostTurn {
      end(time: formerTime)
      return
    }
    updateOdds(localVariance: localVariance)
  }

  private mutating func updateOdds(localVariance: Double) {
    // The odds are equal if the former field was observed for a third of the present one's time.
    let ratio = presentTime / (3 * formerTime)
    var odds = -4 * Double.log(max(ratio, 1e-3))
    if let reference {
      let scale = 2 * Self.localDeviation * Self.localDeviation
      odds += (Self.square(present, reference) - Self.square(former, reference)) / scale
    }
    let share = 1 / (1 + Double.exp(-max(-30, min(30, odds))))
    guard share > 0.01 else {
      end(time: presentTime)
      return
    }
    let prior = anomalyVariance + localVariance
    let gain = prior / (prior + holdVariance)
    let shift = jump * gain
    offset = shift * share
    variance = share * holdVariance * gain + share * (1 - share) * shift * shift
    presentErrorShare = anchor == nil ? 1 : 1 - share * gain
  }

  /// A jump of the azimuth that iron cannot cause at equal strength and inclination, rad: 30°, for
  /// which it would have to change the field by 9 µT across north and less than 2 µT otherwise.
  private static let lostTurn = 0.5

  private mutating func end(time: Double) {
    isFieldChanged = false
    offset = 0
    variance = 0
    presentErrorShare = 1
    anchor = nil
    anomalyVariance = 0
    presentTime = time
  }

  private static func square(
    _ one: (horizontal: Double, vertical: Double), _ other: (horizontal: Double, vertical: Double)
  ) -> Double {
    let horizontal = one.horizontal - other.horizontal
    let vertical = one.vertical - other.vertical
    return horizontal * horizontal + vertical * vertical
  }
}
