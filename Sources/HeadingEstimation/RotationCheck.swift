import HeadingGeometry
import HeadingSensing
import RealModule

/// Fault detection for the gyroscope by field and gravity.
///
/// Field and specific force are believed where their own invariants hold, which no attitude enters, ``LocalField``. Iron, magnets and
/// accelerations break one of the three; a wrong gyroscope breaks none. So a field that points elsewhere than the
/// attitude says, again and again while the invariants hold, is the gyroscope's fault. The gyroscope is used again once
/// its own turns have agreed for two seconds with how field and force turned.
struct RotationCheck {
  /// Whether the gyroscope must not be used.
  private(set) var isRefuted = false

  /// Whether the newest field has refuted the gyroscope: the attitude has to be found anew.
  private(set) var isContradicted = false

  private var force = Vector3.zero
  private var forceTime = 0.0
  private var local = LocalField()
  /// Contradictions less agreements.
  private var contradictions = 0
  private var firstContradiction: BootTime?
  /// Field and force at a moment, and how the body has turned since by the gyroscope that is refuted.
  private var anchor: (time: BootTime, field: Vector3, force: Vector3, turn: Quaternion)?
  private var agreedTime = 0.0
  private var lastRefutation: BootTime?
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
  mutating func update(
    field: Vector3, at time: BootTime, attitude: Quaternion?, expected: Vector3, allowance: Double
  ) {
    isContradicted = false
    defer {
      force = .zero
      forceTime = 0
    }
    guard forceTime > 0 else { return }
    let verdict = local.judge(
      field: field, force: force * (1 / forceTime), interval: forceTime)
    guard verdict != .iron else {
      // No acceleration changes the field's strength: iron does.
      contradictions = 0
      firstContradiction = nil
      return
    }
    guard verdict == .undisturbed else { return }
    if isRefuted {
      judgeTurn(field, force, at: time)
    } else if let attitude {
      let departure = Self.angle(attitude * field, expected)
      judge(departure > max(Self.departure, 3 * allowance), at: time)
      judgeLevel(attitude * force, interval: forceTime, at: time)
    }
  }

  private mutating func judge(_ isContradiction: Bool, at time: BootTime) {
    if let first = firstContradiction, time.seconds(since: first) > Self.memory {
      contradictions = 0
      firstContradiction = nil
    }
    guard isContradiction else {
      contradictions = max(0, contradictions - 1)
      return
    }
    contradictions += 1
    firstContradiction = firstContradiction ?? time
    guard contradictions >= Self.needed else { return }
    forgetVerdicts()
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
    lean = .zero
    isContradicted = true
  }

  private mutating func judgeTurn(_ field: Vector3, _ force: Vector3, at time: BootTime) {
    let elapsed = anchor.map { time.seconds(since: $0.time) } ?? .infinity
    guard let start = anchor, elapsed < Self.longest else {
      anchor = (time, field, force, .identity)
      agreedTime = 0
      return
    }
    guard elapsed >= Self.span else { return }
    let agrees =
      Self.angle(start.turn * field, start.field) < Self.fieldAgreement
      && Self.angle(start.turn * force, start.force) < Self.forceAgreement
    agreedTime = agrees ? agreedTime + elapsed : 0
    anchor = (time, field, force, .identity)
    if agreedTime >= Self.probation { forgetVerdicts() }
  }

  /// Begins anew, but for what is known of the local field.
  private mutating func forgetVerdicts() {
    let (known, last) = (local, lastRefutation)
    self = RotationCheck()
    local = known
    lastRefutation = last
  }

  private static func angle(_ one: Vector3, _ other: Vector3) -> Double {
    let lengths = (one.squaredLength * other.squaredLength).squareRoot()
    return lengths > 0 ? Double.acos(max(-1, min(1, one.dot(other) / lengths))) : 0
  }

  /// A direction further off than this, rad, is beyond what 15 µT of iron do in a field of 48 µT: 18°.
  private static let departure = Angle(degrees: 20).radians

  /// So many contradictions more than agreements refute: 0.3 s of undisturbed blocks.
  private static let needed = 6

  /// Contradictions are gathered within so long, s.
  private static let memory = 1.5

  /// A gyroscope has to agree for so long, s, to be used again.
  private static let probation = 2.0

  /// For so long after a fault, s, the horizon may be wrong by what the fault has left.
  private static let aftermath = 60.0

  /// Gravity is averaged over so long, s, and has to be within this of up, rad.
  private static let leanTime = 1.5
  private static let wrongLevel = Angle(degrees: 8).radians

  /// Turns are compared over so long, s, and not over longer gaps without an undisturbed field.
  private static let span = 1.0
  private static let longest = 4.0

  /// Agreement of a turn: 3σ of the field's variation, and of accelerations within the tolerance, rad.
  private static let fieldAgreement = Angle(degrees: 9).radians
  private static let forceAgreement = Angle(degrees: 25).radians
}
