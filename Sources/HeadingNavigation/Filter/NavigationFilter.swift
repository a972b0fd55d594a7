import HeadingGeometry
import HeadingSensing
import RealModule

/// The error-state Kalman filter at one moment: state, covariance and adapted noise.
///
/// `docs/navigation.md` describes the model. The filter has no history: ``Navigator`` keeps one
/// filter at the newest fix's time of validity and one at the present.
struct NavigationFilter: Sendable {
  let parameters: NavigationParameters
  var mode = NavigationMode.vertical
  var state = NavigationState()
  var covariance = ErrorCovariance()

  /// Time of the state; `nil` before the first step.
  var time: BootTime?

  /// Configured motion constraint of the vehicle.
  var motion = MotionConstraint.unknown
  var leverArm = Vector3.zero

  /// Newest angular rate minus bias, rad/s, body.
  var rate = Vector3.zero

  /// Low-pass filtered acceleration, m/s², ENU, by which the velocity of a receiver that smooths
  /// lags behind.
  var acceleration = Vector3.zero

  var hasAltitude = false
  var hasAttitude = false

  /// Variance of the tilt from specific force, rad²; used before alignment only.
  var tiltVariance = 1.0
  var isAtRest = false

  /// Whether the inertial sensors detect no motion.
  var isStationary = false

  // Most of a receiver's error is correlated: the white share is adapted from below.
  var positionMonitor = InnovationMonitor(ratio: 0.1, limits: 0.02...16, isGuess: true)
  var altitudeMonitor = InnovationMonitor(ratio: 0.1, limits: 0.02...16, isGuess: true)
  var velocityMonitor = InnovationMonitor(ratio: 1, limits: 0.02...16)
  var climbMonitor = InnovationMonitor(ratio: 2, limits: 0.2...25)
  var pressureMonitor = InnovationMonitor(ratio: 1, limits: 0.2...25)
  var fieldMonitor = InnovationMonitor(ratio: 1, limits: 0.1...400, adaption: 0.1, isGuess: true)
  var acrossMonitor = InnovationMonitor(ratio: 1, limits: 0.01...1e4, isGuess: true)
  // Adapted from below: a large innovation raises the noise more than a small one lowers it.
  var floorMonitor = InnovationMonitor(ratio: 0.3, limits: 0.01...1e4, isGuess: true)
  var headingMonitor = InnovationMonitor(ratio: 1, limits: 1...16)
  var fieldCorrelation = InnovationCorrelation()
  var acrossCorrelation = InnovationCorrelation()
  var floorCorrelation = InnovationCorrelation()

  /// Integration time of the velocity ratios, s.
  var sumInterval = 0.0

  /// Speed at the start of the integration, m/s.
  var sumStartSpeed = 0.0
  var whiteness = InnovationWhiteness()
  var alignment = MotionAlignment()
  var courseAlignment = CourseAlignment()
  var fixAcceleration = FixAcceleration()
  var forwardMotion = ForwardMotionDetector()
  /// Mean squared difference between the receiver's and the estimated altitude beyond the reported
  /// accuracy, m²: either may be wrong.
  var altitudeExcess = 0.0
  var lastFix: BootTime?
  /// Time of the newest fix whose position was not refused.
  var lastUsedFix: BootTime?
  var lastVelocity: BootTime?

  var lastPressure: BootTime?
  /// Gyroscope bias, its variances and the time at the start of the current stationary period;
  /// `nil` outside of one.
  var stationaryStart: (offset: Vector3, variances: Vector3, time: BootTime)?
  var lastField: BootTime?
  /// Hard iron subtracted from the last field, body, in its unit; `nil` before the first field of a
  /// calibration.
  var lastIron: Vector3?
  var lastHeading: BootTime?
  var lastForward: BootTime?
  var lastLevel: BootTime?
  var lastRest: BootTime?

  /// Speed of the newest velocity and its reported 1σ, m/s.
  var fixSpeed: Double?
  var fixClaim = 0.0
  var headingResets = 0

  /// Low-pass filtered horizontal acceleration, m/s², in an unknown azimuth; `nil` if not measured.
  private var horizontalAcceleration: SIMD2<Double>?

  /// Time constant of a receiver's velocity smoothing, s.
  private static let smoothing = 0.7

  /// Time without inertial samples, s.
  private var blindTime = 0.0

  /// Time without inertial samples after which the alignment is lost, s.
  private static let longestBlindness = 1.0

  /// Time without inertial samples after which the unobserved rotation is not a small error, s.
  private static let shortestLoss = 0.3

  /// 1σ of an unobserved angular rate, rad/s: a hand, a mount that slips.
  private static let unseenRate = 1.0

  /// Time constants of the mean angular rate and of the slower mean that it is compared with, s.
  private static let swingTime = 2.0
  private static let turnTime = 8.0

  /// Mean angular rates with these time constants, rad/s, body.
  private var turnRate = Vector3.zero
  private var slowTurnRate = Vector3.zero

  init(parameters: NavigationParameters) {
    self.parameters = parameters
    let bias = parameters.initialAccelerometerBias
    let offset = parameters.standardPressureError
    covariance.reset(at: ErrorIndex.position, variance: Vector3(1, 1, offset * offset))
    covariance.reset(at: ErrorIndex.velocity, variance: Vector3(1, 1, 0.25))
    covariance.reset(at: ErrorIndex.attitude, variance: Vector3(repeating: 1))
    covariance.reset(
      at: ErrorIndex.gyroscopeBias,
      variance: Vector3(repeating: square(parameters.initialGyroscopeBias)))
    covariance.reset(at: ErrorIndex.accelerometerBias, variance: Vector3(repeating: bias * bias))
    covariance.reset(ErrorIndex.pressureOffset, variance: offset * offset)
    covariance.reset(at: ErrorIndex.fixOffset, variance: Vector3(1, 1, 1))
    covariance.reset(at: ErrorIndex.fixVelocityOffset, variance: Vector3(repeating: 1))
    covariance.reset(ErrorIndex.magneticOffset, variance: 0.01)
    let scale = parameters.gyroscopeScaleError
    covariance.reset(
      at: ErrorIndex.gyroscopeScale, variance: Vector3(repeating: scale * scale))
    for axis in 0..<2 {
      covariance.reset(ErrorIndex.mount + axis, variance: square(parameters.mountError))
    }
    covariance.reset(ErrorIndex.axleDistance, variance: square(parameters.axleDistance))
    // Reset by the first velocity; positive for numerical reasons.
    covariance.reset(ErrorIndex.positionLag, variance: 1e-18)
    covariance.reset(ErrorIndex.velocityLag, variance: 1e-18)
    // Reset by the first field; positive for numerical reasons.
    covariance.reset(at: ErrorIndex.residualIron, variance: Vector3(1e-18, 1e-18, 1e-18))
    for axis in 0..<2 {
      covariance.reset(ErrorIndex.motorIron + axis, variance: square(parameters.motorIron))
    }
    interruptMotion()
  }

  /// Whether the vehicle is assumed to move along its forward axis only, by configuration or
  /// detection.
  var movesForward: Bool {
    motion == .forward || (motion == .unknown && forwardMotion.isDetected)
  }

  /// Accelerometer noise while the vehicle moves, (m/s²)²/Hz.
  var forceNoise: Double { square(parameters.accelerometerNoise) * whiteness.ratio }

  /// Process noise of the velocity without a heading, m/s²/√Hz.
  var undirectedAcceleration: Double {
    guard let horizontalAcceleration else { return parameters.unaidedAcceleration }
    return max(
      (horizontalAcceleration * horizontalAcceleration).sum().squareRoot(),
      parameters.undirectedAcceleration)
  }

  /// 1σ of the heading, rad.
  var headingDeviation: Double {
    max(covariance[ErrorIndex.attitude + 2, ErrorIndex.attitude + 2], 0).squareRoot()
  }

  /// Copies another filter into this one's storage, without an allocation.
  mutating func assign(_ other: borrowing NavigationFilter) {
    var own = ErrorCovariance.empty
    swap(&own, &covariance)
    own.assign(other.covariance)
    self = copy other
    covariance = own
  }

  /// Propagates the filter over a step and processes its measurements.
  mutating func advance(_ step: borrowing NavigationStep, to end: BootTime) {
    time = end
    let before = rate
    isStationary = step.isStationary
    rate = step.isInertial ? step.turn / step.interval - state.gyroscopeBias : .zero
    if step.isInertial {
      if mode == .aligned, blindTime > Self.shortestLoss { resumeAfterPause() }
      blindTime = 0
    } else if mode == .aligned {
      blindTime += step.interval
      if blindTime > Self.longestBlindness { loseAlignment() }
    }
    switch mode {
    case .vertical:
      state.gyroscopeBias = step.gyroscopeBias
      propagateVertically(step)
      level(to: step)
      if step.pressureCount > 0 { measurePressure(step) }
    case .unaligned:
      adoptGyroscopeBias(step)
      measureHorizontalAcceleration(step)
      propagate(step, isDriven: SIMD3(0, 0, step.isInertial && hasAttitude ? 1 : 0))
      level(to: step)
      if hasAttitude { resetHeading() }
      measure(step)
    case .aligned where step.isInertial:
      propagate(step, isDriven: SIMD3(1, 1, 1))
      measure(step)
    case .aligned:
      propagate(step, isDriven: SIMD3(0, 0, 0))
      addUnobservedRotation(step.interval, at: before)
      measure(step)
    }
  }

  /// Adds the variance of an unobserved rotation.
  private mutating func addUnobservedRotation(_ interval: Double, at rate: Vector3) {
    let turn = max(rate.length, Self.unseenRate) * interval
    for axis in 0..<3 {
      covariance[ErrorIndex.attitude + axis, ErrorIndex.attitude + axis] += square(turn)
    }
    alignment = MotionAlignment()
    interruptMotion()
  }

  /// Propagates altitude and climb rate only, before the first fix.
  ///
  /// The attitude estimator provides the tilt; its error is process noise.
  private mutating func propagateVertically(_ step: borrowing NavigationStep) {
    let dt = step.interval
    let isDriven = step.isInertial && hasAttitude
    let velocityIncrement = state.attitude * (step.velocityIncrement - state.accelerometerBias * dt)
    let up = isDriven ? state.attitude.conjugate * Vector3(0, 0, 1) : .zero
    let change = isDriven ? velocityIncrement.z - PhysicalConstants.standardGravity * dt : 0
    let climb = (state.velocity.z + change / 2) * dt
    covariance.propagateVertically(interval: dt, up: up)
    state.altitude += climb
    state.velocity.z += change
    let turn = step.turn - state.gyroscopeBias * dt
    state.attitude = (state.attitude * Quaternion(rotationVector: turn)).normalized ?? .identity
    let tilting =
      isDriven
      ? (velocityIncrement.x * velocityIncrement.x + velocityIncrement.y * velocityIncrement.y)
        * tiltVariance : 0
    addVelocityNoise(dt, axis: 2, isDriven: isDriven)
    covariance[ErrorIndex.velocity + 2, ErrorIndex.velocity + 2] += tilting
    addOffsetNoise(dt)
  }

  /// Propagates state and covariance over the step.
  private mutating func propagate(
    _ step: borrowing NavigationStep, isDriven: SIMD3<UInt8>
  ) {
    let dt = step.interval
    let turn = step.isInertial ? state.turn(measured: step.turn, interval: dt) : .zero
    let velocityIncrement =
      step.isInertial ? step.velocityIncrement - state.accelerometerBias * dt : .zero
    if step.isInertial {
      alignment.add(
        velocityIncrement: state.attitude * velocityIncrement, turn: (state.attitude * turn).z,
        interval: dt)
    }
    covariance.propagate(
      ErrorCovariance.Transition(
        interval: dt, turn: turn,
        velocityIncrement: significant(state.attitude * velocityIncrement, over: dt),
        rotation: state.attitude.matrix,
        isDriven: isDriven))
    let before = state.velocity
    state.propagate(
      turn: turn, velocityIncrement: velocityIncrement, interval: dt, isDriven: isDriven)
    if mode == .aligned, step.isInertial {
      acceleration += ((state.velocity - before) / dt - acceleration) * min(dt / Self.smoothing, 1)
    } else {
      acceleration = .zero
    }
    addNoise(dt, isDriven: isDriven, rateNoise: step.rateNoise)
  }

  private mutating func addNoise(_ dt: Double, isDriven: SIMD3<UInt8>, rateNoise: Double) {
    let p = parameters
    // A chip may have twice the assumed noise.
    let shaking = isAtRest ? 0 : max(0, rateNoise - 2 * square(p.gyroscopeNoise))
    let turn = (square(p.gyroscopeNoise) + shaking) * dt
    // Cross-axis sensitivity causes a bias for the duration of a turn.
    turnRate += (rate - turnRate) * min(dt / Self.swingTime, 1)
    let change = turnRate - slowTurnRate
    let share = min(dt / Self.turnTime, 1)
    slowTurnRate += change * share
    // The squared increments of an exponential change sum to half its square. The component along
    // the axis itself is a scale factor error.
    let skew = 2 * square(p.gyroscopeCrossAxis) * share
    for axis in 0..<3 {
      addVelocityNoise(dt, axis: axis, isDriven: isDriven[axis] != 0)
      covariance[ErrorIndex.attitude + axis, ErrorIndex.attitude + axis] += turn
      covariance[ErrorIndex.gyroscopeBias + axis, ErrorIndex.gyroscopeBias + axis] +=
        square(p.gyroscopeBiasWalk) * dt + skew * (change.squaredLength - square(change[axis]))
    }
    addOffsetNoise(dt)
  }

  private mutating func addVelocityNoise(_ dt: Double, axis: Int, isDriven: Bool) {
    let v = ErrorIndex.velocity + axis
    guard !isDriven else {
      // No vibration at rest.
      let force = isAtRest ? square(parameters.restingNoise) : forceNoise
      covariance[v, v] += force * dt
      return
    }
    let acceleration =
      mode == .unaligned ? undirectedAcceleration : parameters.unaidedAcceleration
    let unaided = square(acceleration) * dt
    covariance[v, v] += unaided
    covariance[axis, axis] += unaided * dt * dt / 3
    covariance[v, axis] += unaided * dt / 2
    covariance[axis, v] += unaided * dt / 2
  }

  /// Without a heading the accelerometer measures the magnitude of velocity changes, not their
  /// direction.
  private mutating func measureHorizontalAcceleration(_ step: borrowing NavigationStep) {
    guard step.isInertial, hasAttitude else {
      horizontalAcceleration = nil
      return
    }
    let velocityIncrement = state.attitude * step.velocityIncrement
    let before = horizontalAcceleration ?? SIMD2(parameters.unaidedAcceleration, 0)
    horizontalAcceleration =
      before + SIMD2(velocityIncrement.x, velocityIncrement.y) - before * step.interval
  }

  private mutating func addOffsetNoise(_ dt: Double) {
    let p = parameters
    for axis in 0..<3 {
      covariance[ErrorIndex.accelerometerBias + axis, ErrorIndex.accelerometerBias + axis] +=
        square(p.accelerometerBiasWalk) * dt
    }
    covariance[ErrorIndex.pressureOffset, ErrorIndex.pressureOffset] +=
      square(p.pressureOffsetWalk) * dt
  }

  func square(_ value: Double) -> Double { value * value }

  /// Rotates the attitude along the shortest arc to the up direction of the step.
  private mutating func level(to step: borrowing NavigationStep) {
    guard let up = step.up else {
      hasAttitude = false
      return
    }
    let seen = state.attitude * up
    let axis = seen.cross(Vector3(0, 0, 1))
    if seen.z < -0.99 {
      state.attitude =
        Quaternion(angle: Angle(radians: .pi), axis: Vector3(1, 0, 0)) * state.attitude
    } else {
      // Quaternion of the shortest arc between unit vectors a and b: (1 + a·b, a × b).
      let turn = Quaternion(w: 1 + seen.z, vector: axis).normalized ?? .identity
      state.attitude = (turn * state.attitude).normalized ?? .identity
    }
    hasAttitude = true
    tiltVariance = max(step.upDeviation * step.upDeviation, 1e-8)
  }

  /// Resets the attitude variances: tilt of the attitude estimator, unknown heading.
  mutating func resetHeading() {
    covariance.reset(
      at: ErrorIndex.attitude, variance: Vector3(tiltVariance, tiltVariance, 1))
  }

  /// Handles a new calibration that adds `change`, rad/s, to the rates; for new forces the
  /// accelerometer bias is reset.
  mutating func recalibrateInertial(addingToRates change: Vector3, isForceNew: Bool) {
    state.gyroscopeBias += change
    stationaryStart = nil
    guard isForceNew else { return }
    state.accelerometerBias = .zero
    covariance.reset(
      at: ErrorIndex.accelerometerBias,
      variance: Vector3(repeating: square(parameters.initialAccelerometerBias)))
  }

  /// Returns to the unaligned mode: the attitude is no longer known.
  mutating func loseAlignment() {
    mode = .unaligned
    isAtRest = false
    horizontalAcceleration = nil
    interruptMotion()
    alignment = MotionAlignment()
    courseAlignment = CourseAlignment()
    forwardMotion.forget()
  }
}
