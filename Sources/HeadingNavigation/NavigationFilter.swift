import HeadingGeometry
import HeadingSensing
import RealModule

/// The error-state Kalman filter at one moment: state, covariance, and what was learnt of the sensors.
///
/// The model is written down in `docs/navigation.md`. A value without history: ``Navigator`` keeps one
/// at the newest fix's time of validity and one at the present.
struct NavigationFilter: Sendable {
  let parameters: NavigationParameters
  var mode = NavigationMode.vertical
  var state = NavigationState()
  var covariance = ErrorCovariance()

  /// The moment of the state; `nil` before the first step.
  var time: BootTime?

  /// How the vehicle moves, as the user has said.
  var motion = MotionConstraint.unknown
  var leverArm = Vector3.zero

  /// The newest angular rate without offset, rad/s, body.
  var rate = Vector3.zero

  /// What the velocity has changed by lately, m/s², ENU: what a receiver that smooths lags behind by.
  var acceleration = Vector3.zero

  var hasAltitude = false
  var hasAttitude = false

  /// Variance of the tilt that gravity shows, rad²; of use before alignment only.
  var tiltVariance = 1.0
  var isAtRest = false

  /// Whether the inertial sensors see no motion.
  var isCalm = false

  // Most of a receiver's error is slow: what is white in it is learnt from below.
  var positionMonitor = InnovationMonitor(ratio: 0.1, limits: 0.02...16, isGuess: true)
  var altitudeMonitor = InnovationMonitor(ratio: 0.1, limits: 0.02...16, isGuess: true)
  var velocityMonitor = InnovationMonitor(ratio: 1, limits: 0.02...16)
  var climbMonitor = InnovationMonitor(ratio: 2, limits: 0.2...25)
  var pressureMonitor = InnovationMonitor(ratio: 1, limits: 0.2...25)
  var fieldMonitor = InnovationMonitor(ratio: 1, limits: 0.1...400, adaption: 0.1, isGuess: true)
  var acrossMonitor = InnovationMonitor(ratio: 1, limits: 0.01...1e4, isGuess: true)
  // From below: one innovation that is too large raises a noise more than one too small lowers it.
  var floorMonitor = InnovationMonitor(ratio: 0.3, limits: 0.01...1e4, isGuess: true)
  var headingMonitor = InnovationMonitor(ratio: 1, limits: 1...16)
  var fieldCorrelation = InnovationCorrelation()
  var acrossCorrelation = InnovationCorrelation()
  var floorCorrelation = InnovationCorrelation()

  /// How long the motion's shares have been summed, s.
  var sumInterval = 0.0

  /// The speed when they began to be summed, m/s.
  var sumStartSpeed = 0.0
  var whiteness = InnovationWhiteness()
  var alignment = MotionAlignment()
  var courseAlignment = CourseAlignment()
  var fixAcceleration = FixAcceleration()
  var learner = ForwardMotionLearner()
  /// Mean square of what the receiver's altitudes are from the estimate's beyond its claim, m²: which of them errs nobody knows.
  var altitudeExcess = 0.0
  var lastFix: BootTime?
  var lastVelocity: BootTime?

  var lastPressure: BootTime?
  /// What was known of the gyroscope's offset when the calm began, and when; `nil` while there is none.
  var beforeCalm: (offset: Vector3, variances: Vector3, time: BootTime)?
  var lastField: BootTime?
  /// Iron that was taken off the last field, body, in its unit; `nil` before the first one of a calibration.
  var lastIron: Vector3?
  var lastHeading: BootTime?
  var lastForward: BootTime?
  var lastLevel: BootTime?
  var lastRest: BootTime?

  /// Speed of the newest velocity, m/s, and 1σ of it as the receiver says.
  var fixSpeed: Double?
  var fixClaim = 0.0
  var headingResets = 0

  /// Mean horizontal acceleration of the last second, m/s², in directions that nobody knows; `nil` if not felt.
  private var felt: SIMD2<Double>?

  /// Receivers that smooth remember about so long, s.
  private static let smoothing = 0.7

  /// How long no inertial sensor has told anything, s.
  private var blindTime = 0.0

  /// After so long, s, the alignment is lost: what was learnt of the heading is not known any more.
  private static let longestBlindness = 1.0

  /// After so long, s, a turn is lost that is no small error any more.
  private static let shortestLoss = 0.3

  /// 1σ of the rate of a turn that nobody saw, rad/s: a hand, a mount that slips.
  private static let unseenRate = 1.0

  /// A rate that lasts so long, s, is a turn, and no swing; and turns are compared over so long, s.
  private static let swingTime = 2.0
  private static let turnTime = 8.0

  /// The mean angular rates over these times, rad/s, body.
  private var turnRate = Vector3.zero
  private var slowTurnRate = Vector3.zero

  init(parameters: NavigationParameters) {
    self.parameters = parameters
    let bias = parameters.initialAccelerometerBias
    let offset = parameters.standardPressureError
    covariance.reset(at: ErrorIndex.position, variance: Vector3(1, 1, offset * offset))
    covariance.reset(at: ErrorIndex.velocity, variance: Vector3(1, 1, 0.25))
    covariance.reset(at: ErrorIndex.attitude, variance: Vector3(repeating: 1))
    covariance.reset(at: ErrorIndex.gyroscopeBias, variance: Vector3(repeating: 1e-4))
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
    // Begun with the first velocity; positive, as round-off must be.
    covariance.reset(ErrorIndex.positionLag, variance: 1e-18)
    covariance.reset(ErrorIndex.velocityLag, variance: 1e-18)
    // Begun with the first field; positive, as round-off must be.
    covariance.reset(ErrorIndex.residualIron, variance: 1e-18)
    covariance.reset(ErrorIndex.residualIron + 1, variance: 1e-18)
    for axis in 0..<2 {
      covariance.reset(ErrorIndex.motorIron + axis, variance: square(parameters.motorIron))
    }
    interruptMotion()
  }

  /// Whether the vehicle is taken to move along its forward axis only: the user says so, or its motion did.
  var movesForward: Bool {
    mutating get { motion == .forward || (motion == .unknown && learner.isLearnt) }
  }

  /// Noise of the accelerometer while the vehicle moves, as a variance, (m/s²)²/Hz.
  var forceNoise: Double { square(parameters.accelerometerNoise) * whiteness.ratio }

  /// How the velocity changes without a heading, m/s²/√Hz.
  var undirectedAcceleration: Double {
    guard let felt else { return parameters.unaidedAcceleration }
    return max((felt * felt).sum().squareRoot(), parameters.undirectedAcceleration)
  }

  /// 1σ of the heading, rad.
  var headingDeviation: Double {
    mutating get {
      max(covariance[ErrorIndex.attitude + 2, ErrorIndex.attitude + 2], 0).squareRoot()
    }
  }

  /// Takes one step: carries the state over it, then takes in what was measured.
  mutating func advance(_ step: borrowing NavigationStep, to end: BootTime) {
    time = end
    let before = rate
    isCalm = step.isCalm
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
      follow(step)
      feel(step)
      propagate(step, isDriven: SIMD3(0, 0, step.isInertial && hasAttitude ? 1 : 0))
      level(to: step)
      if hasAttitude { forgetHeading() }
      measure(step)
    case .aligned where step.isInertial:
      propagate(step, isDriven: SIMD3(1, 1, 1))
      measure(step)
    case .aligned:
      propagate(step, isDriven: SIMD3(0, 0, 0))
      missTurn(step.interval, at: before)
      measure(step)
    }
  }

  /// The attitude has turned unseen, as fast as it may turn.
  private mutating func missTurn(_ interval: Double, at rate: Vector3) {
    let turn = max(rate.length, Self.unseenRate) * interval
    for axis in 0..<3 {
      covariance[ErrorIndex.attitude + axis, ErrorIndex.attitude + axis] += square(turn)
    }
    alignment = MotionAlignment()
    interruptMotion()
  }

  /// Before the first fix: height and climb alone.
  ///
  /// The tilt is the orientation's; its error acts as noise.
  private mutating func propagateVertically(_ step: borrowing NavigationStep) {
    let dt = step.interval
    let isDriven = step.isInertial && hasAttitude
    let push = state.attitude * (step.push - state.accelerometerBias * dt)
    let up = isDriven ? state.attitude.conjugate * Vector3(0, 0, 1) : .zero
    let change = isDriven ? push.z - PhysicalConstants.standardGravity * dt : 0
    let climb = (state.velocity.z + change / 2) * dt
    covariance.propagateVertically(interval: dt, up: up)
    state.altitude += climb
    state.velocity.z += change
    let turn = step.turn - state.gyroscopeBias * dt
    state.attitude = (state.attitude * Quaternion(rotationVector: turn)).normalized ?? .identity
    let tilting = isDriven ? (push.x * push.x + push.y * push.y) * tiltVariance : 0
    addVelocityNoise(dt, axis: 2, isDriven: isDriven)
    covariance[ErrorIndex.velocity + 2, ErrorIndex.velocity + 2] += tilting
    addOffsetNoise(dt)
  }

  /// Carries state and covariance over the step.
  private mutating func propagate(
    _ step: borrowing NavigationStep, isDriven: SIMD3<UInt8>
  ) {
    let dt = step.interval
    let turn = step.isInertial ? state.turn(measured: step.turn, interval: dt) : .zero
    let push = step.isInertial ? step.push - state.accelerometerBias * dt : .zero
    if step.isInertial {
      alignment.add(
        push: state.attitude * push, turn: (state.attitude * turn).z, interval: dt)
    }
    covariance.propagate(
      ErrorCovariance.Transition(
        interval: dt, turn: turn, push: state.attitude * push, rotation: state.attitude.matrix,
        isDriven: isDriven))
    let before = state.velocity
    state.propagate(turn: turn, push: push, interval: dt, isDriven: isDriven)
    if mode == .aligned, step.isInertial {
      acceleration += ((state.velocity - before) / dt - acceleration) * min(dt / Self.smoothing, 1)
    } else {
      acceleration = .zero
    }
    addNoise(dt, isDriven: isDriven, turnNoise: step.turnNoise)
  }

  private mutating func addNoise(_ dt: Double, isDriven: SIMD3<UInt8>, turnNoise: Double) {
    let p = parameters
    // As much again may be the chip's own.
    let shaking = isAtRest ? 0 : max(0, turnNoise - 2 * square(p.gyroscopeNoise))
    let turn = (square(p.gyroscopeNoise) + shaking) * dt
    // What axes that are not square make of a turn is an offset for as long as the turn lasts.
    turnRate += (rate - turnRate) * min(dt / Self.swingTime, 1)
    let change = turnRate - slowTurnRate
    let share = min(dt / Self.turnTime, 1)
    slowTurnRate += change * share
    // The squares of an exponential change add up to half of its own. An axis' own share is its scale's.
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
      // At rest nothing shakes.
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

  /// Without a heading the accelerometer tells how much the velocity changes, not where to.
  private mutating func feel(_ step: borrowing NavigationStep) {
    guard step.isInertial, hasAttitude else {
      felt = nil
      return
    }
    let push = state.attitude * step.push
    let before = felt ?? SIMD2(parameters.unaidedAcceleration, 0)
    felt = before + SIMD2(push.x, push.y) - before * step.interval
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

  /// Before alignment the heading turns by the gyroscope and everything else is the orientation's.
  private mutating func follow(_ step: borrowing NavigationStep) {
    state.gyroscopeBias = step.gyroscopeBias
    let bias = step.gyroscopeBiasDeviation
    covariance.reset(
      at: ErrorIndex.gyroscopeBias, variance: Vector3(repeating: max(bias * bias, 1e-10)))
  }

  /// Turns the attitude the short way so that its up is the one that gravity shows.
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
      // The quaternion of the shortest arc between unit vectors a and b: (1 + a·b, a × b).
      let turn = Quaternion(w: 1 + seen.z, vector: axis).normalized ?? .identity
      state.attitude = (turn * state.attitude).normalized ?? .identity
    }
    hasAttitude = true
    tiltVariance = max(step.upDeviation * step.upDeviation, 1e-8)
  }

  /// The attitude is the orientation's, its heading nobody's.
  mutating func forgetHeading() {
    covariance.reset(
      at: ErrorIndex.attitude, variance: Vector3(tiltVariance, tiltVariance, 1))
  }

  /// Rates are larger by `change`, rad/s, from now on; of new forces nothing is known yet.
  mutating func recalibrateInertial(addingToRates change: Vector3, isForceNew: Bool) {
    state.gyroscopeBias += change
    beforeCalm = nil
    guard isForceNew else { return }
    state.accelerometerBias = .zero
    covariance.reset(
      at: ErrorIndex.accelerometerBias,
      variance: Vector3(repeating: square(parameters.initialAccelerometerBias)))
  }

  /// Falls back to the fixes alone: the attitude is not known any more.
  mutating func loseAlignment() {
    mode = .unaligned
    isAtRest = false
    felt = nil
    interruptMotion()
    alignment = MotionAlignment()
    courseAlignment = CourseAlignment()
    learner.forget()
  }
}
