import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// Interval between measurements with errors correlated from step to step, s.
  static let spacing = 0.2

  /// Averaging time of the velocity ratios of the non-holonomic constraint, s: tyres and springs
  /// oscillate at about 1 Hz.
  private static let averagingTime = 1.0

  /// Minimum speed of the non-holonomic constraint, m/s.
  private static let slowestForward = 0.3

  /// Consecutive refused lateral means after which the mount is reset.
  private static let mountRefusalLimit = 5

  /// Largest tilt error attributed to the receiver's acceleration, rad.
  private static let largestTilt = 0.35

  /// Processes the measurements of a step other than the inertial ones.
  mutating func measure(_ step: borrowing NavigationStep) {
    if step.pressureCount > 0 { measurePressure(step) }
    if let heading = step.heading { measure(heading) }
    if let field = step.field, Self.isDue(&lastField, at: time) {
      measure(field, isBiasKnown: isBiasKnown(by: step))
    }
    rollBackGyroscopeBias(step)
    compareGyroscopeBias(step)
    updateAtRest(step)
    guard mode == .aligned, !isAtRest else { return }
    if motion != .free, step.isInertial { measureForward(step.interval) }
    if let up = step.up, !hasRecentVelocity || mayBeAtRest {
      level(up, deviation: step.upDeviation)
    }
  }

  /// Whether a measurement is due; records its time.
  private static func isDue(
    _ last: inout BootTime?, after interval: Double = spacing, at time: BootTime?
  ) -> Bool {
    guard let time else { return false }
    if let last, time.seconds(since: last) < interval - 1e-3 { return false }
    last = time
    return true
  }

  /// Whether a fix with velocity is recent.
  var hasRecentVelocity: Bool {
    guard let time, let lastVelocity else { return false }
    return time.seconds(since: lastVelocity) < 3
  }

  /// Whether a pressure measurement is recent.
  var hasRecentPressure: Bool {
    guard let time, let lastPressure else { return false }
    return time.seconds(since: lastPressure) < 3
  }

  /// Whether a fix is recent.
  var hasRecentFix: Bool {
    guard let time, let lastFix else { return false }
    return time.seconds(since: lastFix) < 3
  }

  mutating func measurePressure(_ step: borrowing NavigationStep) {
    if !hasAltitude {
      hasAltitude = true
      state.altitude = step.pressureAltitude - state.pressureOffset
      covariance.reset(ErrorIndex.position + 2, variance: 1e6)
    }
    let prediction = MeasurementModels.pressureAltitude(state)
    let residual = step.pressureAltitude - prediction.value
    let deviation = parameters.pressureNoise
    let noise = deviation * deviation * pressureMonitor.ratio / Double(step.pressureCount)
    lastPressure = time
    if !take(prediction, residual: residual, noise: noise, monitor: .pressure),
      pressureMonitor.refusals >= 8
    {
      // The pressure has changed permanently: a door, a sealed cabin, a new altimeter setting.
      covariance[ErrorIndex.pressureOffset, ErrorIndex.pressureOffset] += residual * residual
      covariance[ErrorIndex.velocity + 2, ErrorIndex.velocity + 2] += 1
      pressureMonitor.resetRefusals()
    }
  }

  private mutating func measure(_ heading: NavigationStep.Heading) {
    guard hasAttitude,
      let prediction = MeasurementModels.azimuth(state, of: Vector3(0, 1, 0))
    else { return }
    let residual = Angle(radians: heading.value - prediction.value).normalized.radians
    if mode == .unaligned {
      guard rate != .zero, heading.deviation < parameters.alignmentLimit else { return }
      align(turning: residual, deviation: heading.deviation)
      return
    }
    lastHeading = time
    let noise = heading.deviation * heading.deviation * headingMonitor.ratio
    take(prediction, residual: residual, noise: noise, monitor: .heading)
  }

  /// Rotates the heading clockwise by an angle, rad, with 1σ `deviation`, and starts the aligned
  /// mode.
  mutating func align(turning angle: Double, deviation: Double) {
    let turn = Quaternion(angle: Angle(radians: -angle), axis: Vector3(0, 0, 1))
    state.attitude = (turn * state.attitude).normalized ?? state.attitude
    acceleration = turn * acceleration
    alignment.turn(by: angle)
    interruptMotion()
    if mode != .aligned {
      mode = .aligned
      // The tilt from averaged specific force is biased by the recent acceleration.
      let seen = fixAcceleration.mean
      let bent = (seen * seen).sum().squareRoot() / PhysicalConstants.standardGravity
      let stands = isStationary && (isSlow || mayBeAtRest)
      let least = max(
        stands ? parameters.restingTilt : parameters.movingTilt, min(bent, Self.largestTilt))
      let tilt = max(covariance[ErrorIndex.attitude, ErrorIndex.attitude], least * least)
      covariance.reset(at: ErrorIndex.attitude, variance: Vector3(tilt, tilt, 1))
    }
    covariance.reset(ErrorIndex.attitude + 2, variance: deviation * deviation)
  }

  /// Non-holonomic constraint: a vehicle that moves forward has no lateral and no vertical
  /// velocity.
  private mutating func measureForward(_ interval: Double) {
    // The direction of an insignificant velocity contains no information.
    guard state.velocity.length > max(Self.slowestForward, 3 * acrossDeviation) else {
      if sumInterval > 0 { interruptMotion() }
      return
    }
    let across = MeasurementModels.across(state, rate: rate)
    let upward = MeasurementModels.upward(state)
    state.acrossSum += across.value * interval
    state.floorSum += upward.value * interval
    covariance.integrate(across.row, for: interval, into: ErrorIndex.acrossSum)
    covariance.integrate(upward.row, for: interval, into: ErrorIndex.floorSum)
    sumInterval += interval
    guard sumInterval >= Self.averagingTime - 1e-3 else { return }
    takeForward()
    interruptMotion()
  }

  /// 1σ of the lateral velocity, m/s: unlike the longitudinal one it does not grow during a GNSS
  /// outage.
  private var acrossDeviation: Double {
    let v = ErrorIndex.velocity
    let (x, y) = (state.velocity.x, state.velocity.y)
    let square = x * x + y * y
    guard square > 0 else { return velocityDeviation }
    let variance =
      y * y * covariance[v, v] - 2 * x * y * covariance[v, v + 1] + x * x
      * covariance[v + 1, v + 1]
    return max(variance / square, 0).squareRoot()
  }

  /// Processes the means over the last second.
  private mutating func takeForward() {
    let speed = state.velocity.length
    lastForward = time
    if motion == .unknown {
      detectForwardMotion(speed: speed)
      guard forwardMotion.isDetected else { return }
    }
    // The measurement is strongly nonlinear while mount yaw and heading are both uncertain.
    guard min(mountDeviation, headingDeviation) < Self.knownMount else { return }
    let p = parameters
    let least = p.sidewaysSpeed / speed
    let noise = least * least + p.sidewaysShare * p.sidewaysShare
    let climbError = p.floorSpeed / speed
    let dive = p.squat * (speed - sumStartSpeed) / sumInterval
    takeMean(
      MeasurementModels.acrossMean(state, over: sumInterval),
      noise: noise * acrossMonitor.ratio, monitor: .across,
      inflation: acrossCorrelation.inflation)
    if acrossMonitor.refusals >= Self.mountRefusalLimit {
      // The device has been turned in its mount.
      resetMount()
      return
    }
    // The climb rate error is correlated over seconds and does not show in the innovations: only
    // the noise of the springs is adapted.
    let rough = climbError * climbError + p.floorShare * p.floorShare * floorMonitor.ratio
    takeMean(
      MeasurementModels.floorMean(state, over: sumInterval),
      noise: rough + dive * dive, monitor: .floor, inflation: floorCorrelation.inflation)
  }

  /// Estimates the vehicle's axes in the body frame from the motion.
  private mutating func detectForwardMotion(speed: Double) {
    let wasDetected = forwardMotion.isDetected
    forwardMotion.note(
      direction: state.attitude.conjugate * (state.velocity / speed),
      up: state.attitude.conjugate * Vector3(0, 0, 1), speed: speed,
      turnRate: (state.attitude * rate).z, seconds: sumInterval,
      headingDeviation: headingDeviation)
    guard forwardMotion.isDetected, !wasDetected, let vehicle = forwardMotion.vehicle else {
      return
    }
    state.vehicle = vehicle
    (state.mountYaw, state.mountPitch) = (0, 0)
    for axis in 0..<2 {
      let mount = ErrorIndex.mount + axis
      covariance.reset(mount, variance: parameters.mountError * parameters.mountError)
    }
  }

  /// Processes a mean that should be 0, with noise correlated from one to the next.
  private mutating func takeMean(
    _ prediction: MeasurementModels.Prediction, noise: Double, monitor: WritableMonitor,
    inflation: Double
  ) {
    var result = innovation(prediction, residual: -prediction.value, noise: noise)
    let isAccepted = result.square < parameters.gate * parameters.gate
    note(monitor, result.square, isAccepted: isAccepted)
    let normalized = result.residual / result.variance.squareRoot()
    switch monitor {
    case .across: acrossCorrelation.note(normalized)
    case .floor: floorCorrelation.note(normalized)
    default: break
    }
    guard isAccepted else { return }
    // A bump of the road is an outlier: Huber weight.
    let most = parameters.huberThreshold
    result.variance = max(result.variance, result.residual * result.residual / (most * most))
    result.variance += noise * (inflation - 1)
    accept(result)
  }

  /// Whether the inertial sensors detect no motion and the receiver's velocity is not significant.
  private var mayBeAtRest: Bool {
    isStationary && !isMovingByFix
  }

  /// A velocity change, m/s, earth frame; without significant motion of the receiver only that share of
  /// its horizontal part which tilt error and accelerometer bias do not explain.
  ///
  /// The error of a heading shows in a true acceleration only. Linearized about the apparent one,
  /// the filter would learn the heading of a device that merely rotates.
  func significant(_ change: Vector3, over dt: Double) -> Vector3 {
    guard hasRecentVelocity, !isMovingByFix else { return change }
    let tilt = covariance.variances(at: ErrorIndex.attitude)
    let bias = covariance.variances(at: ErrorIndex.accelerometerBias)
    let error =
      square(PhysicalConstants.standardGravity) * (tilt.x + tilt.y)
      + (bias.x + bias.y + bias.z) * 2 / 3
    let seen = change.x * change.x + change.y * change.y
    let share = seen > 0 ? max(0, 1 - error * dt * dt / seen) : 0
    return Vector3(change.x * share, change.y * share, change.z)
  }

  /// Whether the receiver's velocity is significant.
  var isMovingByFix: Bool { (fixSpeed ?? 0) >= 2 * fixClaim }

  /// Tilt update from averaged specific force: without fixes, or with a poor receiver's alone,
  /// nothing else bounds the tilt.
  private mutating func level(_ up: Vector3, deviation: Double) {
    guard let time else { return }
    if let lastLevel, time.seconds(since: lastLevel) < 3 { return }
    lastLevel = time
    let sigma = max(3 * deviation, 0.035)
    for axis in 0..<2 {
      let prediction = MeasurementModels.level(state, up: up, axis: axis)
      take(prediction, residual: -prediction.value, noise: sigma * sigma, monitor: .none)
    }
  }

  /// Zero-velocity and zero-angular-rate updates.
  private mutating func updateAtRest(_ step: borrowing NavigationStep) {
    isAtRest = isStationary && isSlow
    guard isAtRest, Self.isDue(&lastRest, at: time) else { return }
    let p = parameters
    for axis in 0..<3 {
      let index = ErrorIndex.velocity + axis
      take(
        MeasurementModels.component(state.velocity[axis], at: index),
        residual: -state.velocity[axis], noise: p.restVelocity * p.restVelocity, monitor: .none)
    }
    guard mode == .aligned, step.isInertial else { return }
    let noise = 4 * p.gyroscopeNoise * p.gyroscopeNoise / step.interval
    let measured = step.turn / step.interval - state.earthRate
    for axis in 0..<3 {
      let index = ErrorIndex.gyroscopeBias + axis
      take(
        MeasurementModels.component(state.gyroscopeBias[axis], at: index),
        residual: measured[axis] - state.gyroscopeBias[axis], noise: noise, monitor: .none)
    }
  }

  /// Whether estimate and newest fix show rest rather than a steady way.
  ///
  /// A car on a smooth road and a boat in calm water are as quiet as one that stands; only the
  /// velocity distinguishes them. Without a fix that of the estimate has to make rest
  /// `restOdds` times as likely as a velocity of any usual size: that zero lies within a spread that
  /// has grown shows nothing.
  private var isSlow: Bool {
    let speed = (state.velocity.x * state.velocity.x + state.velocity.y * state.velocity.y)
      .squareRoot()
    if hasRecentVelocity {
      return speed < parameters.restSpeed && (fixSpeed ?? 0) < 2 * parameters.restSpeed
    }
    // Between two waves a boat is calm for a moment.
    guard let time, let stationaryStart,
      time.seconds(since: stationaryStart.time) >= parameters.restTime
    else { return false }
    let variance = covariance.variances(at: ErrorIndex.velocity)
    let spread = (variance.x + variance.y) / 2 + square(parameters.restSpeed / 2)
    let odds =
      square(parameters.usualSpeed) / spread * Double.exp(-square(speed) / (2 * spread))
    return odds > parameters.restOdds
  }
}
