import HeadingGeometry

/// Detects a false quasi-stationary period, a slow smooth turn, by the field and the specific
/// force.
///
/// Gyroscope and accelerometer cannot distinguish the turn of a ship by 30° a minute, a boat in a
/// swell, or a hand that holds a device from rest; the turn's rate would be learned as gyroscope
/// bias. At rest field and force are constant in the body frame. If one of them changes by more
/// than its own noise, the bias learned in the period is rolled back, and rest is not reported
/// until both have been constant for long enough to exclude ``slowest``.
struct SlowTurnDetector {
  private var field = VectorConstancy(tolerance: 0.2e-6)
  private var force = VectorConstancy(tolerance: 0.05)

  /// The bias when rest was last confirmed, or when the quasi-stationary period began; `nil`
  /// outside such a period.
  private var startBias: GyroscopeBias?
  /// Integral of the uncorrected rate since the reference vectors were set, rad.
  private var turn = Vector3.zero
  private var elapsed = 0.0
  private var sinceTest = 0.0

  private var movingTime = 0.0
  private var isTurning = false
  private var isUnconfirmed = false

  /// Whether field or force contradict rest, or have not yet confirmed a rest that would change a
  /// known bias.
  var isSeen: Bool { isTurning || isUnconfirmed }

  /// Whether the constancy of both field and force has confirmed rest, so that the mean rate is the
  /// bias, however large.
  private(set) var isProven = false

  /// Slowest turn that is detected, rad/s.
  private static let slowest = Angle(degrees: 0.1).radians

  /// Time for which a detected turn continues through bumps, s.
  private static let memory = 10.0

  /// Horizontal share of the field, which a turn about the vertical moves: at a dip of 66°.
  private static let horizontalShare = 0.4

  /// Adds a specific force, m/s², body frame.
  mutating func update(force sample: Vector3, interval: Double) {
    force.update(sample, interval: interval)
  }

  /// Adds a field, T, body frame.
  mutating func update(field sample: Vector3, interval: Double) {
    let wasLost = field.isLost
    field.update(sample, interval: interval)
    guard wasLost, !field.isLost else { return }
    // Before, nothing would have shown a turn.
    restartReferences()
    isProven = false
  }

  /// Updates the detection with an uncorrected rate, rad/s.
  ///
  /// - Parameters:
  ///   - rate: The rate.
  ///   - interval: Seconds since the previous one.
  ///   - meanRate: Its mean in a quasi-stationary period, rad/s; `nil` in motion.
  ///   - horizon: Holds the gyroscope bias, which is rolled back when the period proves to be a
  ///     turn.
  ///   - deviation: 1σ of the bias that rest can determine, rad/s.
  /// - Returns: Whether the period has just proved to be a turn, so that learned values must be
  ///   rolled back.
  mutating func update(
    rate: Vector3, interval: Double, meanRate: Vector3?, horizon: inout HorizonFilter,
    deviation: Double
  ) -> Bool {
    field.advance(by: interval)
    force.advance(by: interval)
    guard let meanRate else {
      startBias = nil
      (isUnconfirmed, isProven) = (false, false)
      movingTime += interval
      if movingTime > Self.memory { isTurning = false }
      return false
    }
    movingTime = 0
    guard let before = startBias else {
      let known = horizon.knownBias
      startBias = known
      restartReferences()
      // Asked of the first sample too: its mean rate would be learned with the weight of its interval.
      isUnconfirmed = !known.agrees(with: meanRate, deviation: deviation)
      return false
    }
    turn += rate * interval
    elapsed += interval
    sinceTest += interval
    var isRolledBack = false
    if hasMoved(before, meanRate: meanRate, deviation: deviation) {
      if !isTurning {
        horizon.knownBias = before
        isRolledBack = true
      }
      isTurning = true
      isProven = false
      restartReferences()
    } else if sinceTest >= MagneticBlock.length {
      // Confirming constancy takes seconds.
      sinceTest = 0
      if excludes(turn - before.value * elapsed) { isProven = field.isCurrent }
      if excludes(.zero) {
        isTurning = false
        isProven = field.isCurrent
        startBias = horizon.knownBias
        restartReferences()
      }
    }
    // Without a field nothing shows a turn about the vertical.
    isUnconfirmed = !isProven && !before.agrees(with: meanRate, deviation: deviation)
    return isRolledBack
  }

  private mutating func restartReferences() {
    field.restart()
    force.restart()
    turn = .zero
    elapsed = 0
  }

  /// Whether field or force have moved as they cannot at rest.
  private mutating func hasMoved(
    _ before: GyroscopeBias, meanRate: Vector3, deviation: Double
  ) -> Bool {
    if let change = force.change, change.length > force.limit { return true }
    guard let change = field.change, change.length > field.limit else { return false }
    // Moving iron changes the field faster than a rotation that the gyroscope could have missed.
    let seen = (meanRate - before.value).length + before.accuracy + deviation
    let missed = 3 * seen * (elapsed + VectorConstancy.averaging) * field.length
    if field.slowestTurn > 3 * seen || change.length > field.limit + missed {
      restartReferences()
      isTurning = false
      return false
    }
    return true
  }

  /// Whether both have been constant for long enough to exclude a rotation, rad, body frame, or
  /// ``slowest``.
  private func excludes(_ turn: Vector3) -> Bool {
    func isStill(_ vector: VectorConstancy, _ share: Double) -> Bool {
      !vector.isCurrent || vector.expected(turn: turn) > 2.5 * vector.limit
        || elapsed > vector.requiredTime(rate: Self.slowest, share: share)
    }
    return isStill(field, Self.horizontalShare) && isStill(force, 1)
  }
}
