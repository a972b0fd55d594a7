import HeadingGeometry

/// Tells a slow, smooth turn from rest by the field and the specific force.
///
/// A ship that turns by 30° a minute, a boat in a swell, or a hand that holds a device, is as calm as a table to
/// gyroscope and accelerometer, and the turn's rate would be taken for the gyroscope's offset. At rest field and force
/// stand still in the body. Where one of them moves by more than its own noise, what the calm has taught is taken
/// back, and there is no rest until both have stood still for long enough to show ``slowest``.
struct SlowTurn {
  private var field = StillVector(wander: 0.2e-6)
  private var force = StillVector(wander: 0.05)

  /// What was known of the offset when rest was last seen, or when the calm began; `nil` while there is no calm.
  private var offset: GyroscopeBias?
  /// What the gyroscope has said since field and force were last looked at, nothing subtracted, rad.
  private var turn = Vector3.zero
  private var elapsed = 0.0
  private var sinceStillness = 0.0

  private var restlessTime = 0.0
  private var isTurning = false
  private var isDoubtful = false
  private var isConfirmed = false

  /// Whether field or force speak against rest, or have not yet spoken for a rest that would move a known offset.
  var isSeen: Bool { isTurning || isDoubtful }

  /// A turn slower than this, rad/s, is not looked for.
  private static let slowest = Angle(degrees: 0.1).radians

  /// A turn that was seen goes on through bumps as long as this, s.
  private static let memory = 10.0

  /// The part of the field that a turn about the vertical moves, where the dip is 66°.
  private static let horizontalShare = 0.4

  /// Takes a specific force, m/s², body frame.
  mutating func update(force sample: Vector3, interval: Double) {
    force.update(sample, interval: interval)
  }

  /// Takes a field, T, body frame.
  mutating func update(field sample: Vector3, interval: Double) {
    field.update(sample, interval: interval)
  }

  /// Takes a rate, rad/s, nothing subtracted.
  ///
  /// - Parameters:
  ///   - rate: The rate.
  ///   - interval: Seconds since the previous one.
  ///   - meanRate: Its mean while the device is calm, rad/s; `nil` while it moves.
  ///   - horizon: Has the gyroscope's bias, which is set back where the calm has just been seen to be a turn.
  ///   - deviation: 1σ of the offset that rest can find, rad/s.
  /// - Returns: Whether a calm has just been seen to be a turn: what it has taught is taken back.
  mutating func update(
    rate: Vector3, interval: Double, meanRate: Vector3?, horizon: inout HorizonFilter,
    deviation: Double
  ) -> Bool {
    field.advance(by: interval)
    force.advance(by: interval)
    guard let meanRate else {
      offset = nil
      (isDoubtful, isConfirmed) = (false, false)
      restlessTime += interval
      if restlessTime > Self.memory { isTurning = false }
      return false
    }
    restlessTime = 0
    guard let before = offset else {
      offset = horizon.knownBias
      look()
      return false
    }
    turn += rate * interval
    elapsed += interval
    sinceStillness += interval
    var isRetracted = false
    if hasMoved(before, meanRate: meanRate, deviation: deviation) {
      if !isTurning {
        horizon.knownBias = before
        isRetracted = true
      }
      isTurning = true
      isConfirmed = false
      look()
    } else if sinceStillness >= MagneticBlock.length {
      // That they stand still takes seconds to show.
      sinceStillness = 0
      if excludes(turn - before.value * elapsed) { isConfirmed = true }
      if excludes(.zero) {
        (isTurning, isConfirmed) = (false, true)
        offset = horizon.knownBias
        look()
      }
    }
    isDoubtful =
      !isConfirmed && (meanRate - before.value).length > 3 * (before.accuracy + deviation)
    return isRetracted
  }

  private mutating func look() {
    field.restart()
    force.restart()
    turn = .zero
    elapsed = 0
  }

  /// Whether field or force have moved as no device at rest sees it.
  private mutating func hasMoved(
    _ before: GyroscopeBias, meanRate: Vector3, deviation: Double
  ) -> Bool {
    if let change = force.change, change.length > force.limit { return true }
    guard let change = field.change, change.length > field.limit else { return false }
    // Iron that is moved beside a device moves the field faster than the gyroscope could have missed.
    let seen = (meanRate - before.value).length + before.accuracy + deviation
    if field.slowestTurn > 3 * seen {
      look()
      isTurning = false
      return false
    }
    return true
  }

  /// Whether both have stood still for long enough to exclude a turn, rad, body frame, or the slowest that is looked for.
  private func excludes(_ turn: Vector3) -> Bool {
    func isStill(_ vector: StillVector, _ share: Double) -> Bool {
      !vector.isHeard || vector.expected(turn: turn) > 2.5 * vector.limit
        || elapsed > vector.patience(rate: Self.slowest, share: share)
    }
    return isStill(field, Self.horizontalShare) && isStill(force, 1)
  }
}
