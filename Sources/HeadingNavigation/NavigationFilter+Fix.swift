import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// A mean of squares, divided by their two degrees of freedom, that says that fixes were as expected: the gate
  /// is at 12.5, and an error that grows to it stays above this for long.
  private static let smallSquare = 4.0

  /// Below this speed, m/s, or so many times the velocity's error, a course is worth nothing.
  private static let slowest = 0.5
  private static let courseRatio = 6.0

  /// A receiver that claims metres a second is settling by no more than this, (m/s)².
  private static let mostSettling = 1.0

  /// A course that lags is off by the turn of that time: in bends faster than this, rad/s, it tells nothing.
  private static let straight = 0.1

  /// Course and accelerations disagree where the likelihood has lost this much, its logarithm: three deviations.
  private static let disagreement = 4.5

  /// Nothing goes backward faster than this, m/s; below it accelerations tell which way.
  private static let fastestBackward = 5.0

  /// Accelerations decide between a heading and the opposite one by odds of 400: the logarithm.
  static let decisive = 6.0

  /// Takes a fix that was valid at the filter's moment, or within one step of it.
  ///
  /// - Returns: Whether everything in it agrees with what is known.
  mutating func apply(_ fix: borrowing FixMeasurement) -> Bool {
    guard let time else { return false }
    // The first may be late: nothing can be gone through again yet.
    let latest = mode == .vertical ? 2 : 0.2
    let lead = min(max(fix.time.seconds(since: time), -latest), 0.2)
    if mode == .vertical { place(at: fix) }
    fadeOffset(fix)
    if fix.velocity != nil { fadeVelocityOffset(fix) }
    var agrees = applyPosition(fix, lead: lead)
    if let altitude = fix.altitude {
      agrees = apply(altitude: altitude, of: fix, lead: lead) && agrees
    }
    if let velocity = fix.velocity { agrees = apply(velocity: velocity, of: fix) && agrees }
    lastFix = fix.time
    return agrees
  }

  /// Starts position and velocity at a fix.
  private mutating func place(at fix: borrowing FixMeasurement) {
    mode = .unaligned
    if hasAttitude { forgetHeading() }
    let variance = fix.deviation * fix.deviation
    let height = fix.altitudeDeviation * fix.altitudeDeviation
    state.latitude = fix.latitude
    state.longitude = fix.longitude
    state.fixOffset = .zero
    for axis in 0..<2 {
      // Wide, for the same fix is about to be taken in as a measurement.
      covariance.reset(axis, variance: 1e6 * variance)
      covariance.reset(ErrorIndex.velocity + axis, variance: 1e4)
      covariance.reset(
        ErrorIndex.fixOffset + axis, variance: (1 - positionMonitor.ratio) * variance)
      state.velocity[axis] = fix.velocity?[axis] ?? 0
    }
    state.move(by: -planar(state.attitude * leverArm))
    if let altitude = fix.altitude, !hasAltitude {
      hasAltitude = true
      state.altitude = altitude
      covariance.reset(ErrorIndex.position + 2, variance: 1e6 * height)
    }
    covariance.reset(
      ErrorIndex.fixOffset + 2, variance: (1 - altitudeMonitor.ratio) * height)
  }

  private func planar(_ vector: Vector3) -> Vector3 { Vector3(vector.x, vector.y, 0) }

  /// Lets the slow part of the receiver's error wander since the fix before.
  private mutating func fadeOffset(_ fix: borrowing FixMeasurement) {
    guard let lastFix else { return }
    let elapsed = max(0, fix.time.seconds(since: lastFix))
    let fade = Double.exp(-elapsed / parameters.fixOffsetTime)
    let plane = (1 - min(positionMonitor.ratio, 0.98)) * fix.deviation * fix.deviation
    let height =
      (1 - min(altitudeMonitor.ratio, 0.98)) * fix.altitudeDeviation * fix.altitudeDeviation
    for axis in 0..<3 {
      covariance.fade(
        ErrorIndex.fixOffset + axis, factor: fade,
        adding: (1 - fade * fade) * (axis < 2 ? plane : height))
    }
    state.fixOffset *= fade
  }

  /// Lets what is slow in the receiver's velocity wander since the velocity before: its error, and its lags.
  private mutating func fadeVelocityOffset(_ fix: borrowing FixMeasurement) {
    guard let lastVelocity else {
      beginVelocity(fix)
      return
    }
    let elapsed = max(0, fix.time.seconds(since: lastVelocity))
    let wandering = slowVelocityVariance(fix)
    let slowing = Double.exp(-elapsed / parameters.fixVelocityOffsetTime)
    for axis in 0..<3 {
      covariance.fade(
        ErrorIndex.fixVelocityOffset + axis, factor: slowing,
        adding: (1 - slowing * slowing) * wandering[axis])
    }
    state.fixVelocityOffset *= slowing
    let fading = Double.exp(-elapsed / parameters.lagTime)
    let (lag, placeLag) = lags(of: fix)
    let fresh = 1 - fading * fading
    covariance.fade(
      ErrorIndex.positionLag, factor: fading, adding: fresh * placeLag * placeLag)
    covariance.fade(ErrorIndex.velocityLag, factor: fading, adding: fresh * lag * lag)
    state.positionLag *= fading
    state.velocityLag *= fading
  }

  /// Nothing is known of the receiver's velocity yet but what it claims.
  private mutating func beginVelocity(_ fix: borrowing FixMeasurement) {
    // One that has just begun is still settling.
    let settling = min(fix.velocityDeviation * fix.velocityDeviation / 2, Self.mostSettling)
    let wandering = slowVelocityVariance(fix)
    state.fixVelocityOffset = .zero
    for axis in 0..<3 {
      covariance.reset(
        ErrorIndex.fixVelocityOffset + axis, variance: max(wandering[axis], settling))
    }
    beginLags(fix)
  }

  private mutating func beginLags(_ fix: borrowing FixMeasurement) {
    let (lag, placeLag) = lags(of: fix)
    state.positionLag = 0
    state.velocityLag = 0
    covariance.reset(ErrorIndex.positionLag, variance: max(placeLag * placeLag, 1e-18))
    covariance.reset(ErrorIndex.velocityLag, variance: max(lag * lag, 1e-18))
  }

  /// 1σ of what is not known of the lags of velocity and place, s.
  ///
  /// A receiver's claim of its place covers what it lags by at its speed.
  private func lags(of fix: borrowing FixMeasurement) -> (velocity: Double, place: Double) {
    let speed = fix.velocity.map { ($0 * $0).sum().squareRoot() } ?? 0
    return (
      fix.lagDeviation,
      min(fix.lagDeviation * parameters.positionLagShare, fix.deviation / max(speed, 1))
    )
  }

  /// What of a receiver's claim is not seen as white noise of its velocity.
  ///
  /// Mutating, though nothing changes: a read of the whole struct copies its 8 kB.
  private mutating func slowVelocityVariance(_ fix: borrowing FixMeasurement) -> Vector3 {
    let claimed = fix.velocityDeviation * fix.velocityDeviation
    let usual = parameters.slowVelocity * parameters.slowVelocity
    func slow(of claimed: Double, ratio: Double) -> Double {
      let white = claimed * ratio
      let most = max(parameters.slowVelocityShare * white, usual)
      return min(max(claimed - white, 0.02 * claimed), most)
    }
    let plane = slow(of: claimed, ratio: velocityMonitor.ratio)
    return Vector3(plane, plane, slow(of: claimed, ratio: climbMonitor.ratio))
  }

  private mutating func applyPosition(_ fix: borrowing FixMeasurement, lead: Double) -> Bool {
    let noise = fix.deviation * fix.deviation * positionMonitor.ratio
    let offset =
      state.vector(
        toLatitude: fix.latitude, longitude: fix.longitude, altitude: state.altitude)
      - state.velocity * lead
    let predictedEast = MeasurementModels.fixPosition(state, leverArm: leverArm, axis: 0)
    let predictedNorth = MeasurementModels.fixPosition(state, leverArm: leverArm, axis: 1)
    let east = innovation(predictedEast, residual: offset.x - predictedEast.value, noise: noise)
    let north = innovation(predictedNorth, residual: offset.y - predictedNorth.value, noise: noise)
    let square = Self.pairSquare(east, north)
    // What weighs is the white share; an error within what the receiver claims is none.
    let claimed = fix.deviation * fix.deviation * max(1 - positionMonitor.ratio, 0)
    let isAccepted =
      Self.pairSquare(east.widened(by: claimed), north.widened(by: claimed)) * 2
      < parameters.gate * parameters.gate
    // An error that grows comes to the gate by and by; a jump passes it at once.
    let isJump = !isAccepted && positionMonitor.recent < Self.smallSquare
    positionMonitor.note(square, isAccepted: isAccepted, isNoise: !isJump)
    if isAccepted {
      positionRecovery.forget()
      lastPosition = fix.time
      accept(east)
      let second = MeasurementModels.fixPosition(state, leverArm: leverArm, axis: 1)
      // The first may have moved the place north too.
      let rest =
        state.vector(
          toLatitude: fix.latitude, longitude: fix.longitude, altitude: state.altitude)
        - state.velocity * lead
      accept(innovation(second, residual: rest.y - second.value, noise: noise))
      return true
    }
    let speed = state.velocity.length + (fixSpeed ?? 0)
    let patience =
      if velocityRecovery.isRefusing {
        parameters.recoveryTime / 3
      } else if positionRecovery.wasFollowed(lastPosition, now: fix.time) {
        // A place that was known until then, and velocities that agree with it, speak against the new one.
        parameters.jumpTime
      } else {
        parameters.recoveryTime
      }
    guard positionRecovery.refuse(fix, speed: speed, patience: patience) else { return false }
    let variance = fix.deviation * fix.deviation
    state.latitude = fix.latitude
    state.longitude = fix.longitude
    state.fixOffset = Vector3(0, 0, state.fixOffset.z)
    for axis in 0..<2 {
      covariance.reset(axis, variance: 2 * variance)
      covariance.reset(ErrorIndex.fixOffset + axis, variance: variance)
    }
    state.move(by: planar(state.velocity * state.positionLag - state.attitude * leverArm))
    return false
  }

  private mutating func apply(
    altitude: Double, of fix: borrowing FixMeasurement, lead: Double
  ) -> Bool {
    let prediction = MeasurementModels.fixPosition(state, leverArm: leverArm, axis: 2)
    let residual = altitude - state.altitude - state.velocity.z * lead - prediction.value
    let noise = fix.altitudeDeviation * fix.altitudeDeviation * altitudeMonitor.ratio
    let claimed = fix.altitudeDeviation * fix.altitudeDeviation * max(1 - altitudeMonitor.ratio, 0)
    if take(prediction, residual: residual, noise: noise, margin: claimed, monitor: .altitude) {
      altitudeRecovery.forget()
      lastAltitude = fix.time
      return true
    }
    // Places further apart than a climb could bring them are not asked for: the barometer knows of climbs.
    let isContradicted =
      altitudeRecovery.wasFollowed(lastAltitude, now: fix.time) && hasRecentPressure
      && pressureMonitor.refusals == 0
    let patience = isContradicted ? parameters.jumpTime : parameters.recoveryTime
    guard altitudeRecovery.refuse(fix, speed: .infinity, patience: patience) else { return false }
    // Neither pressure nor accelerometer could have gone this far: their offset has.
    altitudeMonitor.forgive()
    covariance[ErrorIndex.position + 2, ErrorIndex.position + 2] += residual * residual
    covariance[ErrorIndex.pressureOffset, ErrorIndex.pressureOffset] += residual * residual
    covariance[ErrorIndex.position + 2, ErrorIndex.pressureOffset] -= residual * residual
    covariance[ErrorIndex.pressureOffset, ErrorIndex.position + 2] -= residual * residual
    return false
  }

  private mutating func apply(
    velocity: SIMD2<Double>, of fix: borrowing FixMeasurement
  ) -> Bool {
    let claimed = fix.velocityDeviation * fix.velocityDeviation
    let noise = claimed * velocityMonitor.ratio
    let arm = leverArm
    let predictedEast = MeasurementModels.fixVelocity(
      state, leverArm: arm, rate: rate, acceleration: acceleration, axis: 0)
    let predictedNorth = MeasurementModels.fixVelocity(
      state, leverArm: arm, rate: rate, acceleration: acceleration, axis: 1)
    let east = innovation(predictedEast, residual: velocity.x - predictedEast.value, noise: noise)
    let north = innovation(
      predictedNorth, residual: velocity.y - predictedNorth.value, noise: noise)
    let square = Self.pairSquare(east, north)
    let isAccepted = square * 2 < parameters.gate * parameters.gate
    let isJump = !isAccepted && velocityMonitor.recent < Self.smallSquare
    velocityMonitor.note(square, isAccepted: isAccepted, isNoise: !isJump)
    if mode == .aligned, !isAtRest, isAccepted {
      whiteness.note(
        SIMD2(
          east.residual / east.variance.squareRoot(),
          north.residual / north.variance.squareRoot()), at: fix.time)
    } else {
      whiteness.interrupt()
    }
    fixSpeed = (velocity * velocity).sum().squareRoot()
    fixClaim = fix.velocityDeviation
    if isAccepted {
      velocityRecovery.forget()
      accept(east)
      let second = MeasurementModels.fixVelocity(
        state, leverArm: arm, rate: rate, acceleration: acceleration, axis: 1)
      accept(innovation(second, residual: velocity.y - second.value, noise: noise))
    } else if velocityRecovery.refuse(
      velocity, of: fix, own: SIMD2(state.velocity.x, state.velocity.y),
      whiteShare: positionMonitor.ratio, fading: parameters.fixOffsetTime,
      patience: parameters.recoveryTime)
    {
      velocityMonitor.forgive()
      interruptMotion()
      let wandering = slowVelocityVariance(fix)
      for axis in 0..<2 {
        state.velocity[axis] = velocity[axis]
        state.fixVelocityOffset[axis] = 0
        covariance.reset(ErrorIndex.fixVelocityOffset + axis, variance: wandering[axis])
        covariance.reset(ErrorIndex.velocity + axis, variance: claimed + 1)
      }
    }
    if let climb = fix.climbRate {
      let prediction = MeasurementModels.fixVelocity(
        state, leverArm: arm, rate: rate, acceleration: acceleration, axis: 2)
      take(
        prediction, residual: climb - prediction.value, noise: claimed * climbMonitor.ratio,
        monitor: .climb)
    }
    lastVelocity = fix.time
    if isAccepted || mode == .unaligned { fixAcceleration.update(velocity, at: fix.time) }
    alignByMotion(velocity, of: fix)
    alignByCourse(velocity, of: fix)
    return isAccepted
  }

  /// Starts the full solution from the course of a vehicle that moves forward, as the user says.
  private mutating func alignByCourse(_ velocity: SIMD2<Double>, of fix: borrowing FixMeasurement) {
    guard mode == .unaligned, motion == .forward, hasAttitude, rate != .zero else { return }
    let speed = (velocity * velocity).sum().squareRoot()
    guard speed > max(Self.slowest, Self.courseRatio * fix.velocityDeviation),
      abs((state.attitude * rate).z) < Self.straight
    else { return }
    let course = Double.atan2(y: velocity.x, x: velocity.y)
    let angle = courseAlignment.update(
      Angle(radians: course - state.heading).normalized.radians,
      noise: fix.velocityDeviation / speed, at: fix.time)
    guard let angle else { return }
    var turn = angle
    if speed < Self.fastestBackward {
      // It may roll backward, or the receiver may hold an old course: the accelerations tell.
      let support = alignment.support(of: angle)
      guard alignment.isConsistent, abs(support) > Self.decisive,
        alignment.concentration - abs(support) / 2 < Self.disagreement
      else { return }
      if support < 0 { turn += .pi }
    }
    align(turning: turn, deviation: courseAlignment.deviation)
  }

  /// Starts the full solution from accelerations, or corrects a heading they contradict.
  private mutating func alignByMotion(_ velocity: SIMD2<Double>, of fix: borrowing FixMeasurement) {
    guard hasAttitude || mode == .aligned else { return }
    alignment.update(velocity: velocity, deviation: fix.velocityDeviation)
    guard alignment.isConsistent, rate != .zero else { return }
    if mode == .unaligned {
      let spread = alignment.deviation(lag: fix.lagDeviation)
      if spread < 0.14 { align(turning: alignment.correction, deviation: max(spread, 0.05)) }
      return
    }
    // What is known of the lag by now.
    let variance = covariance[ErrorIndex.velocityLag, ErrorIndex.velocityLag]
    let angle = Angle(radians: alignment.correction - state.velocityLag * alignment.turnRate)
      .normalized.radians
    let spread = alignment.deviation(lag: max(variance, 0).squareRoot())
    if spread < 0.1 {
      let limit = 4 * (spread * spread + headingDeviation * headingDeviation).squareRoot()
      guard abs(angle) > max(limit, 0.26) else { return }
      align(turning: angle, deviation: 2 * spread)
      covariance.reset(ErrorIndex.magneticOffset, variance: angle * angle)
      // The wrong heading has taught them.
      beginLags(fix)
      headingResets += 1
    }
  }
}
