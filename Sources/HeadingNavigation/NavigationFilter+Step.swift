import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// Measurements that are not independent from step to step are taken this far apart, s.
  static let spacing = 0.2

  /// Tyres and springs swing for a second or so: what the vehicle does across itself is averaged over it, s.
  private static let swing = 1.0

  /// Below this speed, m/s, nothing is asked of a vehicle that moves forward.
  private static let slowestForward = 0.3

  /// So many means across the vehicle are refused one after the other before the mount is taken for another.
  private static let mountPatience = 5

  /// No horizon is further off than this, rad, whatever a receiver says of the acceleration.
  private static let mostBent = 0.35

  /// Takes in what a step measured beside turn and push.
  mutating func measure(_ step: borrowing NavigationStep) {
    if step.pressureCount > 0 { measurePressure(step) }
    if let heading = step.heading { measure(heading) }
    if let field = step.field, Self.isDue(&lastField, at: time) { measure(field) }
    retract(step)
    rest(step)
    guard mode == .aligned, !isAtRest else { return }
    if motion != .free, step.isInertial { measureForward(step.interval) }
    if let up = step.up, !hasRecentVelocity || mayStand { level(up, deviation: step.upDeviation) }
  }

  /// Whether the time for a measurement has come again; the moment is noted then.
  private static func isDue(
    _ last: inout BootTime?, after interval: Double = spacing, at time: BootTime?
  ) -> Bool {
    guard let time else { return false }
    if let last, time.seconds(since: last) < interval - 1e-3 { return false }
    last = time
    return true
  }

  /// Whether a fix gave a velocity lately.
  var hasRecentVelocity: Bool {
    mutating get {
      guard let time, let lastVelocity else { return false }
      return time.seconds(since: lastVelocity) < 3
    }
  }

  /// Whether a pressure was used lately.
  var hasRecentPressure: Bool {
    mutating get {
      guard let time, let lastPressure else { return false }
      return time.seconds(since: lastPressure) < 3
    }
  }

  /// Whether a fix came lately.
  var hasRecentFix: Bool {
    mutating get {
      guard let time, let lastFix else { return false }
      return time.seconds(since: lastFix) < 3
    }
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
      // A door, a sealed cabin, a new altimeter: the pressure is another one from now on.
      covariance[ErrorIndex.pressureOffset, ErrorIndex.pressureOffset] += residual * residual
      covariance[ErrorIndex.velocity + 2, ErrorIndex.velocity + 2] += 1
      pressureMonitor.forgive()
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

  /// Turns the heading clockwise by an angle, rad, of which `deviation` is the 1σ, and starts the full solution.
  mutating func align(turning angle: Double, deviation: Double) {
    let turn = Quaternion(angle: Angle(radians: -angle), axis: Vector3(0, 0, 1))
    state.attitude = (turn * state.attitude).normalized ?? state.attitude
    acceleration = turn * acceleration
    alignment.turn(by: angle)
    interruptMotion()
    if mode != .aligned {
      mode = .aligned
      // The horizon that gravity shows is off by what the device has accelerated lately.
      let seen = fixAcceleration.mean
      let bent = (seen * seen).sum().squareRoot() / PhysicalConstants.standardGravity
      let stands = isCalm && (isSlow || mayStand)
      let least = max(
        stands ? parameters.restingTilt : parameters.movingTilt, min(bent, Self.mostBent))
      let tilt = max(covariance[ErrorIndex.attitude, ErrorIndex.attitude], least * least)
      covariance.reset(at: ErrorIndex.attitude, variance: Vector3(tilt, tilt, 1))
    }
    covariance.reset(ErrorIndex.attitude + 2, variance: deviation * deviation)
  }

  /// A vehicle that moves forward does not move across itself, nor off its floor.
  private mutating func measureForward(_ interval: Double) {
    // Where a velocity that may be none points to says nothing of the vehicle.
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
    guard sumInterval >= Self.swing - 1e-3 else { return }
    takeForward()
    interruptMotion()
  }

  /// 1σ of the horizontal velocity across itself, m/s; in a gap of the fixes that along it grows, this does not.
  private var acrossDeviation: Double {
    mutating get {
      let v = ErrorIndex.velocity
      let (x, y) = (state.velocity.x, state.velocity.y)
      let square = x * x + y * y
      guard square > 0 else { return velocityDeviation }
      let variance =
        y * y * covariance[v, v] - 2 * x * y * covariance[v, v + 1] + x * x
        * covariance[v + 1, v + 1]
      return max(variance / square, 0).squareRoot()
    }
  }

  /// Takes in the means over the last second.
  private mutating func takeForward() {
    let speed = state.velocity.length
    lastForward = time
    if motion == .unknown {
      learnVehicle(speed: speed)
      guard learner.isLearnt else { return }
    }
    // While mount yaw and heading are both uncertain the measurement is far from linear in them.
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
    if acrossMonitor.refusals >= Self.mountPatience {
      // The device has been turned in its mount.
      resetMount()
      return
    }
    // The climb's error is correlated over seconds, so that innovations do not show it: only the springs' noise adapts.
    let rough = climbError * climbError + p.floorShare * p.floorShare * floorMonitor.ratio
    takeMean(
      MeasurementModels.floorMean(state, over: sumInterval),
      noise: rough + dive * dive, monitor: .floor, inflation: floorCorrelation.inflation)
  }

  /// Learns from the motion how the sensors sit in a vehicle that moves forward only.
  private mutating func learnVehicle(speed: Double) {
    let wasLearnt = learner.isLearnt
    learner.note(
      direction: state.attitude.conjugate * (state.velocity / speed),
      up: state.attitude.conjugate * Vector3(0, 0, 1), speed: speed,
      turnRate: (state.attitude * rate).z, seconds: sumInterval,
      headingDeviation: headingDeviation)
    guard learner.isLearnt, !wasLearnt, let vehicle = learner.vehicle else { return }
    state.vehicle = vehicle
    (state.mountYaw, state.mountPitch) = (0, 0)
    for axis in 0..<2 {
      let mount = ErrorIndex.mount + axis
      covariance.reset(mount, variance: parameters.mountError * parameters.mountError)
    }
  }

  /// Takes a mean that should be 0, whose noise is alike from one to the next.
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
    // A bump of the road is an outlier: its weight is limited as by Huber's estimator.
    let most = parameters.influence
    result.variance = max(result.variance, result.residual * result.residual / (most * most))
    result.variance += noise * (inflation - 1)
    accept(result)
  }

  /// Whether nothing moves and the receiver's velocity is none that it could tell from rest.
  private var mayStand: Bool {
    mutating get { isCalm && (fixSpeed ?? 0) < 2 * fixClaim }
  }

  /// Without fixes, or by a poor receiver's alone, nothing else bounds the tilt: accelerations average out in the long run.
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

  /// Rolls back the gyroscope's bias learned during a false stationary period.
  private mutating func retract(_ step: borrowing NavigationStep) {
    guard let time else { return }
    if step.endsFalseStationaryPeriod, mode == .aligned, let before = beforeCalm {
      // The heading has gone as far as the offset was wrong.
      let turn = (state.gyroscopeBias - before.offset).length * time.seconds(since: before.time)
      state.gyroscopeBias = before.offset
      covariance.reset(at: ErrorIndex.gyroscopeBias, variance: before.variances)
      let heading = ErrorIndex.attitude + 2
      covariance[heading, heading] += turn * turn
      beforeCalm = nil
    }
    guard isCalm else {
      beforeCalm = nil
      return
    }
    guard beforeCalm == nil else { return }
    let deviation = step.gyroscopeBiasDeviation
    beforeCalm =
      mode == .aligned
      ? (state.gyroscopeBias, covariance.variances(at: ErrorIndex.gyroscopeBias), time)
      : (step.gyroscopeBias, Vector3(repeating: deviation * deviation), time)
  }

  /// At rest the velocity is zero and the gyroscope shows its offset.
  private mutating func rest(_ step: borrowing NavigationStep) {
    isAtRest = isCalm && isSlow
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

  /// Whether nothing speaks for motion: neither the estimate nor the newest fix.
  ///
  /// A car on a smooth road is as calm as one that stands; only the velocity tells them apart.
  private var isSlow: Bool {
    mutating get {
      let variance = covariance.variances(at: ErrorIndex.velocity)
      let spread = 2 * (variance.x + variance.y).squareRoot()
      let speed = (state.velocity.x * state.velocity.x + state.velocity.y * state.velocity.y)
        .squareRoot()
      if hasRecentVelocity {
        return speed < parameters.restSpeed && (fixSpeed ?? 0) < 2 * parameters.restSpeed
      }
      return speed < parameters.restSpeed + min(spread, 2)
    }
  }
}
