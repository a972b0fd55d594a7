import HeadingGeometry
import HeadingSensing
import RealModule

/// Fault detection for the gyroscope by field and gravity.
///
/// A field that turns against the attitude is either disturbed or shows that the gyroscope is wrong. Iron changes the
/// field's strength as the body turns, which no attitude enters (``LocalField``); a wrong gyroscope does not. So a field
/// that points elsewhere than the attitude says, while the body turns and the strength stays, is the gyroscope's fault,
/// unless it came at once, or after another strength, and is inclined against gravity otherwise than the place's. The
/// gyroscope is used again once its own turns have agreed for two seconds with the field's.
struct RotationCheck {
  /// A field that points elsewhere than the attitude says.
  private struct Contradiction {
    /// When it began, and field, body frame, and attitude then.
    var time: BootTime
    var field: Vector3
    var attitude: Quaternion
    /// Whether it began at once, as beside a magnet, or soon after the field had another strength; a wrong rate takes its
    /// time and leaves the strength.
    var isSudden: Bool
    /// Whether the body has turned since, by the field or by the gyroscope.
    var hasTurned = false
    /// Sum of the sines of the inclination against the force, and their number.
    var sines = 0.0
    var count = 0.0
  }

  /// Whether the gyroscope must not be used.
  private(set) var isRefuted = false

  /// By how much the field departs from where the attitude says that it is, rad, while that is undecided; else 0.
  var openDeparture: Double { contradiction == nil ? 0 : lastDeparture }

  /// Whether the newest field has refuted the gyroscope: the attitude has to be found anew.
  private(set) var isContradicted = false

  private var force = Vector3.zero
  private var forceTime = 0.0
  private var local = LocalField()
  private var contradiction: Contradiction?
  private var lastDeparture = 0.0
  /// When the field was last stronger or weaker than the place's.
  private var lastIron: BootTime?
  /// The field at a moment, and how the body has turned since by the gyroscope that is refuted.
  private var anchor: (time: BootTime, field: Vector3, turn: Quaternion)?
  private var agreedTime = 0.0
  private var lastRefutation: BootTime?
  private var probation = Self.probation
  /// Mean direction of the force, levelled frame, after a fault.
  private var lean = SIMD2<Double>.zero

  /// Takes a specific force, m/s², body frame.
  mutating func add(force sample: Vector3, interval: Double) {
    force += sample * interval
    forceTime += interval
  }

  /// Takes a rate, rad/s, while the gyroscope is refuted.
  mutating func carry(_ rate: Vector3, interval: Double) {
    guard let turn = anchor?.turn else { return }
    anchor?.turn = (turn * Quaternion(rotationVector: rate * interval)).normalized ?? .identity
  }

  /// Takes a field.
  ///
  /// - Parameters:
  ///   - field: The field without the device's own iron, T, body frame.
  ///   - time: Its moment.
  ///   - attitude: Body to levelled frame, as the gyroscope has carried it; `nil` where it has not.
  ///   - expected: The local field in the levelled frame, T.
  ///   - allowance: What the attitude is uncertain by, rad.
  ///   - isForeign: Whether a magnet may have come or left since the expected field was known.
  mutating func update(
    field: Vector3, at time: BootTime, attitude: Quaternion?, expected: Vector3,
    allowance: Double, isForeign: Bool
  ) {
    isContradicted = false
    defer {
      force = .zero
      forceTime = 0
    }
    guard forceTime > 0 else { return }
    let verdict = local.judge(field, force: force, interval: forceTime)
    guard verdict == .local else {
      if verdict == .iron {
        contradiction = nil
        lastIron = time
      }
      return
    }
    let lengths = (field.squaredLength * force.squaredLength).squareRoot()
    let sine = lengths > 0 ? -field.dot(force) / lengths : 0
    if isRefuted {
      judgeTurn(field, at: time)
    } else if isForeign {
      contradiction = nil
    } else if let attitude {
      let departure = Self.angle(attitude * field, expected)
      judge(
        field, attitude: attitude, sine: sine, localSine: local.sine,
        departure: departure > 3 * allowance ? departure : 0, at: time)
      judgeLevel(attitude * force, interval: forceTime, at: time)
    }
  }

  private mutating func judge(
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
    // At rest nothing tells iron from a turn that was missed.
    let claimed = 2 * Double.acos(min(1, abs((attitude * current.attitude.conjugate).w)))
    if max(claimed, Self.angle(field, current.field)) > Self.turned { current.hasTurned = true }
    contradiction = current
    let elapsed = time.seconds(since: current.time)
    guard current.hasTurned, elapsed >= Self.needed else { return }
    let isLocal =
      elapsed >= Self.averaging
      && abs(current.sines / current.count - localSine) < Self.sineTolerance
    guard !current.isSudden || isLocal else { return }
    refute(at: time)
  }

  /// The gyroscope is not used any more, the longer the sooner this has happened again.
  mutating func refute(at time: BootTime) {
    let isAgain = lastRefutation.map { time.seconds(since: $0) < Self.aftermath } ?? false
    let needed = isAgain ? min(2 * probation, Self.longestProbation) : Self.probation
    forgetVerdicts()
    probation = needed
    isRefuted = true
    isContradicted = true
    lastRefutation = time
  }

  /// Finds a horizon that a fault has left wrong: gravity is elsewhere on the mean.
  private mutating func judgeLevel(_ force: Vector3, interval: Double, at time: BootTime) {
    guard let last = lastRefutation, time.seconds(since: last) < Self.aftermath,
      let up = force.direction
    else { return }
    lean += (SIMD2(up.x, up.y) - lean) * (interval / (Self.leanTime + interval))
    guard (lean.x * lean.x + lean.y * lean.y).squareRoot() > Self.wrongLevel else { return }
    refute(at: time)
  }

  private mutating func judgeTurn(_ field: Vector3, at time: BootTime) {
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
    if agreedTime >= probation { forgetVerdicts() }
  }

  /// Begins anew, but for what is known of the local field.
  private mutating func forgetVerdicts() {
    let (known, last, needed) = (local, lastRefutation, probation)
    self = RotationCheck()
    local = known
    lastRefutation = last
    probation = needed
  }

  private static func angle(_ one: Vector3, _ other: Vector3) -> Double {
    let lengths = (one.squaredLength * other.squaredLength).squareRoot()
    return lengths > 0 ? Double.acos(max(-1, min(1, one.dot(other) / lengths))) : 0
  }

  /// A direction further off than this, rad, is beyond what 15 µT of iron do in a field of 48 µT: 18°.
  private static let departure = Angle(degrees: 20).radians

  /// A direction that is off by so much more than a block before, rad, is: no gyroscope errs by 200°/s.
  private static let jump = Angle(degrees: 10).radians

  /// A contradiction of so long, s, refutes.
  private static let needed = 0.5

  /// Accelerations average out of the inclination within so long, s, to this as a sine: 5° at 65°.
  private static let averaging = 2.0
  private static let sineTolerance = 0.04

  /// Field or attitude have to turn by so much meanwhile, rad.
  private static let turned = Angle(degrees: 20).radians

  /// A gyroscope has to agree for so long, s, to be used again: at first, and doubled each time it is refuted again.
  private static let probation = 2.0
  private static let longestProbation = 32.0

  /// For so long after a fault, s, the horizon may be wrong by what the fault has left.
  private static let aftermath = 60.0

  /// Gravity is averaged over so long, s, and has to be within this of up, rad.
  private static let leanTime = 3.0
  private static let wrongLevel = Angle(degrees: 8).radians

  /// Turns are compared over so long, s, and not over longer gaps without an undisturbed field.
  private static let span = 1.0
  private static let longest = 4.0

  /// Agreement of a turn: 3σ of the field's variation, rad.
  private static let agreement = Angle(degrees: 9).radians
}
