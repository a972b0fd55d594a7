import HeadingGeometry
import RealModule

/// How far the heading follows a local field that has changed.
///
/// When the surroundings change, the old field (home) and the new one disagree about north by some angle. Either
/// home is right, and the gyroscope holds the heading as well as it can; or home was the disturbed place. The
/// odds follow from the time spent moving in each, and from the magnetic model where the place is known.
/// The heading is the mean of that mixture and the bound has the mixture's variance, so that a good heading
/// is never replaced by a worse one at once, and a wrong start is left behind.
struct FieldHistory {
  /// Angle by which the present field's north is turned against magnetic north as far as known, rad.
  private(set) var offset = 0.0

  /// Variance of that angle beyond the local field's own deviation, rad².
  private(set) var variance = 0.0

  /// Whether the present field is not the one the heading came from.
  private(set) var isAway = false

  /// Strength and inclination of a magnetic model; `nil` where the place is unknown.
  var reference: (horizontal: Double, vertical: Double)?

  private var jump = 0.0
  /// The heading of an earlier run, as long as the device lies as it did; rad.
  private var anchor: Double?
  private var anchorAge = 0.0

  /// The share of the present field's own errors in the heading's variance: none while the heading is home's.
  private(set) var ownShare = 1.0

  private var holdVariance = 0.0
  private var anomalyVariance = 0.0
  private var home = (horizontal: 0.0, vertical: 0.0)
  private var present = (horizontal: 0.0, vertical: 0.0)
  // A first reading counts like three seconds, rest like ten at most, motion like two minutes at most.
  private var homeTime = 3.0
  private(set) var presentTime = 3.0
  private var restTime = 0.0

  /// Counts time in the present field, while it fits.
  mutating func spend(_ interval: Double, isResting: Bool) {
    if isResting {
      guard restTime < 10 else { return }
      restTime += interval
    }
    presentTime = min(presentTime + interval, 120)
  }

  /// Takes up a new field.
  ///
  /// - Parameters:
  ///   - old: The field so far, T, levelled frame.
  ///   - new: The field now, T, levelled frame, the same heading of the gyroscope.
  ///   - age: Time for which the new field has been watched, s.
  ///   - headingVariance: Variance of the heading held by the gyroscope meanwhile, rad².
  ///   - localVariance: Variance of a home field's own deviation from north, rad².
  mutating func change(
    from old: Vector3, to new: Vector3, age: Double, headingVariance: Double, localVariance: Double
  ) {
    let horizontal = max((new.x * new.x + new.y * new.y).squareRoot(), 1e-6)
    let oldHeading = Double.atan2(y: old.x, x: old.y) - offset
    let newHeading = Double.atan2(y: new.x, x: new.y)
    if !isAway {
      home = ((old.x * old.x + old.y * old.y).squareRoot(), old.z)
      homeTime = presentTime
    }
    present = (horizontal, new.z)
    jump = Angle(radians: newHeading - oldHeading).normalized.radians
    holdVariance = headingVariance + localVariance + variance
    if isSameField, jump * jump < 9 * holdVariance || abs(jump) > Self.lostTurn {
      settle(time: homeTime)
      return
    }
    let step = min(1, (new - old).squaredLength / 3 / (horizontal * horizontal))
    // Under 5° it is the same place still.
    presentTime = step < 0.0076 ? presentTime + age : age
    anomalyVariance = min(1, (isAway ? anomalyVariance : 0) + step)
    isAway = true
    weigh(localVariance: localVariance)
  }

  /// Starts with a heading known from before: `north` is the angle from the levelled frame to it, rad.
  mutating func start(north: Double, holdVariance: Double, field: Vector3) {
    (anchor, anchorAge) = (north, 0)
    jump = Angle(radians: Double.atan2(y: field.x, x: field.y) - north).normalized.radians
    self.holdVariance = holdVariance
    anomalyVariance = 1
    home = ((field.x * field.x + field.y * field.y).squareRoot(), field.z)
    present = home
    homeTime = 10
    presentTime = 3
    isAway = true
    weigh(localVariance: 0)
  }

  /// Follows the field's north, which the first noisy reading has told badly, while the device has not moved.
  mutating func settle(north: Double, isResting: Bool, interval: Double) {
    guard let known = anchor else { return }
    anchorAge += interval
    // That the device rests shows after a while only.
    if isAway, isResting || anchorAge < 2 {
      jump = Angle(radians: north - known).normalized.radians
    } else {
      anchor = nil
    }
  }

  /// Whether home and the present field are one, by strength and inclination: within 5 %.
  private var isSameField: Bool {
    let strength = home.horizontal * home.horizontal + home.vertical * home.vertical
    return Self.square(home, present) < 0.0025 * strength
  }

  /// Weighs home against the present field anew.
  ///
  /// Iron that turns the field by much changes its strength or inclination too. Where both have become as they were at
  /// home, the gyroscope has lost a turn, and the present field's north holds.
  ///
  /// - Parameters:
  ///   - field: The present field as known by now, T, levelled frame.
  ///   - localVariance: Variance of a home field's own deviation from north, rad².
  mutating func weigh(field: Vector3, localVariance: Double) {
    guard isAway else { return }
    present = ((field.x * field.x + field.y * field.y).squareRoot(), field.z)
    if anchor == nil, isSameField, abs(jump) > Self.lostTurn {
      settle(time: homeTime)
      return
    }
    weigh(localVariance: localVariance)
  }

  private mutating func weigh(localVariance: Double) {
    // Home needs a third of the time to be believed as much.
    let ratio = presentTime / (3 * homeTime)
    var odds = -4 * Double.log(max(ratio, 1e-3))
    if let reference {
      let scale = 2 * 3e-6 * 3e-6
      odds += (Self.square(present, reference) - Self.square(home, reference)) / scale
    }
    let share = 1 / (1 + Double.exp(-max(-30, min(30, odds))))
    guard share > 0.01 else {
      settle(time: presentTime)
      return
    }
    let prior = anomalyVariance + localVariance
    let gain = prior / (prior + holdVariance)
    let shift = jump * gain
    offset = shift * share
    variance = share * holdVariance * gain + share * (1 - share) * shift * shift
    ownShare = anchor == nil ? 1 : 1 - share * gain
  }

  /// A turn that no iron makes without a change of strength or inclination, rad: 30°, 9 µT across and less than 2 otherwise.
  private static let lostTurn = 0.5

  private mutating func settle(time: Double) {
    isAway = false
    offset = 0
    variance = 0
    ownShare = 1
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
