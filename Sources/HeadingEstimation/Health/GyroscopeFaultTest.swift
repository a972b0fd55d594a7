import HeadingGeometry
import HeadingSensing
import RealModule

/// Fault detection for the gyroscope by field and gravity.
///
/// A field direction that contradicts the attitude means a disturbed field or a faulty gyroscope.
/// Iron changes the field strength as the body rotates, which is independent of the attitude
/// (``LocalFieldTest``); a faulty gyroscope does not. So a contradiction while the body rotates at
/// constant strength is the gyroscope's fault, unless it appeared suddenly, or after another
/// strength, with another inclination against gravity than the local one. The gyroscope is used
/// again after its rotations have agreed with the field's for two seconds.
struct GyroscopeFaultTest {
  /// A contradiction between field and attitude.
  private struct Contradiction {
    /// Its start, with the field, body frame, and the attitude then.
    var time: BootTime
    var field: Vector3
    var attitude: Quaternion
    /// Whether it appeared suddenly, as near a magnet, or soon after another field strength; a
    /// faulty rate acts gradually and at constant strength.
    var isSudden: Bool
    /// Whether the body has rotated since, by field or gyroscope.
    var hasTurned = false
    /// Sum of the sines of the inclination against the specific force, and their number.
    var sines = 0.0
    var count = 0.0
  }

  /// Whether the gyroscope is excluded.
  private(set) var isExcluded = false

  /// Angle between measured and expected field, rad, while the cause is undecided; else 0.
  var undecidedAngle: Double { contradiction == nil ? 0 : lastDeparture }

  /// Whether the newest field has excluded the gyroscope, so that the attitude must be estimated
  /// anew.
  private(set) var isNewlyExcluded = false

  private var force = Vector3.zero
  private var forceTime = 0.0
  private var local = LocalFieldTest()
  private var contradiction: Contradiction?
  private var lastDeparture = 0.0
  /// When the field strength last differed from the local one.
  private var lastIron: BootTime?
  /// A reference field, and the rotation since by the excluded gyroscope.
  private var anchor: (time: BootTime, field: Vector3, turn: Quaternion)?
  private var agreedTime = 0.0
  private var lastExclusion: BootTime?
  private var probation = Self.probation
  /// Mean direction of the specific force, levelled frame, after a fault.
  private var meanTilt = SIMD2<Double>.zero

  /// Adds a specific force, m/s², body frame.
  mutating func add(force sample: Vector3, interval: Double) {
    force += sample * interval
    forceTime += interval
  }

  /// Integrates a rate, rad/s, while the gyroscope is excluded.
  mutating func carry(_ rate: Vector3, interval: Double) {
    guard let turn = anchor?.turn else { return }
    anchor?.turn = (turn * Quaternion(rotationVector: rate * interval)).normalized ?? .identity
  }

  /// Tests a field.
  ///
  /// - Parameters:
  ///   - field: The field without the device's own iron, T, body frame.
  ///   - time: Its time of validity.
  ///   - attitude: Body to levelled frame, integrated from the gyroscope; `nil` if it was not.
  ///   - expected: The local field in the levelled frame, T.
  ///   - allowance: 1σ of the attitude, rad.
  ///   - isForeign: Whether a magnet may have been attached or removed since the expected field was
  ///     estimated.
  mutating func update(
    field: Vector3, at time: BootTime, attitude: Quaternion?, expected: Vector3,
    allowance: Double, isForeign: Bool
  ) {
    isNewlyExcluded = false
    defer {
      force = .zero
      forceTime = 0
    }
    guard forceTime > 0 else { return }
    let verdict = local.test(field, force: force, interval: forceTime)
    guard verdict == .local else {
      if verdict == .iron {
        contradiction = nil
        lastIron = time
      }
      return
    }
    let lengths = (field.squaredLength * force.squaredLength).squareRoot()
    let sine = lengths > 0 ? -field.dot(force) / lengths : 0
    if isExcluded {
      compareRotation(field, at: time)
    } else if isForeign {
      contradiction = nil
    } else if let attitude {
      let departure = Self.angle(attitude * field, expected)
      checkDirection(
        field, attitude: attitude, sine: sine, localSine: local.sine,
        departure: departure > 3 * allowance ? departure : 0, at: time)
      checkTilt(attitude * force, interval: forceTime, at: time)
    }
  }

  private mutating func checkDirection(
    _ field: Vector3, attitude: Quaternion, sine: Double, localSine: Double, departure: Double,
    at time: BootTime
  ) {
    let growth = departure - lastDeparture
    lastDeparture = departure
    guard departure > Self.departure else {
      contradiction = nil
      return
    }
    let isAfterIron = lastIron.map { time.seconds(since: $0) < Self.averaging } ?? false
    var current =
      contradiction
      ?? Contradiction(
        time: time, field: field, attitude: attitude, isSudden: growth > Self.jump || isAfterIron)
    current.sines += sine
    current.count += 1
    // At rest, iron cannot be distinguished from an unmeasured rotation.
    let integrated = 2 * Double.acos(min(1, abs((attitude * current.attitude.conjugate).w)))
    if max(integrated, Self.angle(field, current.field)) > Self.turned { current.hasTurned = true }
    contradiction = current
    let elapsed = time.seconds(since: current.time)
    guard current.hasTurned, elapsed >= Self.needed else { return }
    let isLocal =
      elapsed >= Self.averaging
      && abs(current.sines / current.count - localSine) < Self.sineTolerance
    guard !current.isSudden || isLocal else { return }
    exclude(at: time)
  }

  /// Excludes the gyroscope; the probation is the longer, the sooner the fault recurs.
  mutating func exclude(at time: BootTime) {
    let isRecurring = lastExclusion.map { time.seconds(since: $0) < Self.recoveryTime } ?? false
    let needed = isRecurring ? min(2 * probation, Self.longestProbation) : Self.probation
    resetTests()
    probation = needed
    isExcluded = true
    isNewlyExcluded = true
    lastExclusion = time
  }

  /// Detects a tilt error left by a fault: the mean specific force is not vertical.
  private mutating func checkTilt(_ force: Vector3, interval: Double, at time: BootTime) {
    guard let last = lastExclusion, time.seconds(since: last) < Self.recoveryTime,
      let up = force.direction
    else { return }
    meanTilt += (SIMD2(up.x, up.y) - meanTilt) * (interval / (Self.tiltAveraging + interval))
    guard (meanTilt.x * meanTilt.x + meanTilt.y * meanTilt.y).squareRoot() > Self.largestTilt else {
      return
    }
    exclude(at: time)
  }

  private mutating func compareRotation(_ field: Vector3, at time: BootTime) {
    let elapsed = anchor.map { time.seconds(since: $0.time) } ?? .infinity
    guard let start = anchor, elapsed < Self.longest else {
      anchor = (time, field, .identity)
      agreedTime = 0
      return
    }
    guard elapsed >= Self.span else { return }
    let agrees =
      Self.angle(start.turn * field, start.field) < Self.agreement
    agreedTime = agrees ? agreedTime + elapsed : 0
    anchor = (time, field, .identity)
    if agreedTime >= probation { resetTests() }
  }

  /// Resets the tests, except the local field.
  private mutating func resetTests() {
    let (known, last, needed) = (local, lastExclusion, probation)
    self = GyroscopeFaultTest()
    local = known
    lastExclusion = last
    probation = needed
  }

  private static func angle(_ one: Vector3, _ other: Vector3) -> Double {
    let lengths = (one.squaredLength * other.squaredLength).squareRoot()
    return lengths > 0 ? Double.acos(max(-1, min(1, one.dot(other) / lengths))) : 0
  }

  /// Angle between field and expectation that counts as a contradiction, rad: above 18°, the effect
  /// of 15 µT of iron in a field of 48 µT.
  private static let departure = Angle(degrees: 20).radians

  /// Growth within a block that counts as sudden, rad: no gyroscope errs by 200°/s.
  private static let jump = Angle(degrees: 10).radians

  /// Duration of a contradiction that excludes the gyroscope, s.
  private static let needed = 0.5

  /// Time over which accelerations average out of the inclination, s, and the remaining sine: 5° at
  /// 65°.
  private static let averaging = 2.0
  private static let sineTolerance = 0.04

  /// Rotation required meanwhile by field or attitude, rad.
  private static let turned = Angle(degrees: 20).radians

  /// Time for which an excluded gyroscope must agree, s: initially, and the limit after doubling
  /// with each recurrence.
  private static let probation = 2.0
  private static let longestProbation = 32.0

  /// Time after a fault during which the tilt may still be wrong, s.
  private static let recoveryTime = 60.0

  /// Averaging time of gravity, s, and its largest angle from up, rad.
  private static let tiltAveraging = 3.0
  private static let largestTilt = Angle(degrees: 8).radians

  /// Interval over which rotations are compared, s, and the longest gap without an undisturbed
  /// field.
  private static let span = 1.0
  private static let longest = 4.0

  /// Agreement of a rotation: 3σ of the field variation, rad.
  private static let agreement = Angle(degrees: 9).radians
}
