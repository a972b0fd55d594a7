import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// Recent mean NIS per degree of freedom below which a refused fix is a jump: the gate is at
  /// 12.5, and a growing error stays above this value for long.
  private static let smallSquare = 4.0

  /// Minimum speed of a usable course, m/s, and its minimum ratio to the velocity's 1σ.
  private static let minimumCourseSpeed = 0.5
  private static let courseRatio = 6.0

  /// Largest initial variance of a correlated velocity error of a receiver that has just started,
  /// (m/s)².
  private static let largestSettlingVariance = 1.0

  /// Maximum turn rate for a usable course, rad/s: the latency rotates it.
  private static let maximumCourseTurnRate = 0.1

  /// Loss of log-likelihood at which course and accelerations disagree: three standard deviations.
  private static let disagreement = 4.5

  /// Speed, m/s, above which motion is assumed to be forward; below it the accelerations decide.
  private static let fastestBackward = 5.0

  /// Time constant of the mean altitude excess, s.
  private static let excessTime = 100.0

  /// Contradiction threshold in sums of the standard deviations of estimate and fix.
  private static let contradiction = 3.0

  /// Log-likelihood ratio that decides between a heading and the opposite one: odds of 400.
  static let decisive = 6.0

  /// Processes a fix whose time of validity is the filter's time, within one step.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - isWhole: Whether altitude and velocity are refused together with the position: multipath
  ///     affects both.
  /// - Returns: The parts that contradict the filter.
  mutating func apply(_ fix: borrowing FixMeasurement, asWhole isWhole: Bool) -> FixContradictions {
    guard let time else { return [] }
    // The first fix may be late: there is no history yet.
    let latest = mode == .vertical ? 2 : 0.2
    let lead = min(max(fix.time.seconds(since: time), -latest), 0.2)
    if mode == .vertical {
      initializePosition(at: fix)
    } else if fix.altitude != nil, !hasAltitude {
      initializeAltitude(at: fix)
    }
    fadeOffset(fix)
    if fix.velocity != nil { fadeVelocityOffset(fix) }
    var refused: FixContradictions = []
    if applyPosition(fix, lead: lead) {
      lastUsedFix = fix.time
    } else {
      refused.insert(.position)
    }
    if !isWhole || !refused.contains(.position) {
      if let altitude = fix.altitude, !apply(altitude: altitude, of: fix, lead: lead) {
        refused.insert(.altitude)
      }
      if let velocity = fix.velocity, !apply(velocity: velocity, of: fix) {
        refused.insert(.velocity)
      }
    }
    lastFix = fix.time
    return refused.union(contradictions(of: fix, lead: lead))
  }

  /// The parts of a fix whose distance from the estimate exceeds three times the sum of both
  /// standard deviations.
  ///
  /// Unlike the gates, this test does not use the adapted noise.
  private func contradictions(
    of fix: borrowing FixMeasurement, lead: Double
  ) -> FixContradictions {
    var result: FixContradictions = []
    let ahead = SIMD2(state.velocity.x, state.velocity.y) * (lead - state.positionLag)
    let apart = offset(of: fix) - ahead
    let places = covariance.variances(at: ErrorIndex.position)
    let place = (places.x + places.y).squareRoot() + fix.deviation * 2.0.squareRoot()
    if (apart * apart).sum() > Self.square(Self.contradiction * place) { result.insert(.position) }
    if let altitude = fix.altitude {
      let limit = Self.contradiction * (places.z.squareRoot() + fix.altitudeDeviation)
      if abs(altitude - state.altitude) > limit { result.insert(.altitude) }
    }
    if let velocity = fix.velocity {
      let late = SIMD2(acceleration.x, acceleration.y) * state.velocityLag
      let apart = velocity - SIMD2(state.velocity.x, state.velocity.y) + late
      let speeds = covariance.variances(at: ErrorIndex.velocity)
      let limit =
        Self.contradiction
        * ((speeds.x + speeds.y).squareRoot() + fix.velocityDeviation * 2.0.squareRoot())
      if (apart * apart).sum() > Self.square(limit + Self.minimumCourseSpeed) {
        result.insert(.velocity)
      }
    }
    return result
  }

  private static func square(_ value: Double) -> Double { value * value }

  /// Initializes position and velocity with a fix.
  private mutating func initializePosition(at fix: borrowing FixMeasurement) {
    mode = .unaligned
    if hasAttitude { resetHeading() }
    let variance = fix.deviation * fix.deviation
    state.latitude = fix.latitude
    state.longitude = fix.longitude
    state.fixOffset = .zero
    for axis in 0..<2 {
      // Wide, because the same fix is processed as a measurement afterwards.
      covariance.reset(axis, variance: 1e6 * variance)
      covariance.reset(ErrorIndex.velocity + axis, variance: 1e4)
      covariance.reset(
        ErrorIndex.fixOffset + axis, variance: (1 - positionMonitor.ratio) * variance)
      state.velocity[axis] = fix.velocity?[axis] ?? 0
    }
    state.move(by: -planar(state.attitude * leverArm))
    initializeAltitude(at: fix)
  }

  /// Initializes the altitude with the first fix that has one, which need not be the first fix.
  private mutating func initializeAltitude(at fix: borrowing FixMeasurement) {
    let height = fix.altitudeDeviation * fix.altitudeDeviation
    if let altitude = fix.altitude, !hasAltitude {
      hasAltitude = true
      state.altitude = altitude
      covariance.reset(ErrorIndex.position + 2, variance: 1e6 * height)
    }
    covariance.reset(
      ErrorIndex.fixOffset + 2, variance: (1 - altitudeMonitor.ratio) * height)
  }

  private func planar(_ vector: Vector3) -> Vector3 { Vector3(vector.x, vector.y, 0) }

  /// Propagates the receiver's correlated position error since the last fix.
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

  /// Propagates the receiver's correlated velocity error and latencies since the last velocity.
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
    let fading = Double.exp(-elapsed / parameters.slowErrorTime)
    let (lag, placeLag) = lags(of: fix)
    let fresh = 1 - fading * fading
    covariance.fade(
      ErrorIndex.positionLag, factor: fading, adding: fresh * placeLag * placeLag)
    covariance.fade(ErrorIndex.velocityLag, factor: fading, adding: fresh * lag * lag)
    state.positionLag *= fading
    state.velocityLag *= fading
  }

  /// Initializes the receiver's velocity error and latencies from the reported accuracy.
  private mutating func beginVelocity(_ fix: borrowing FixMeasurement) {
    // A receiver that has just started is still converging.
    let settling = min(
      fix.velocityDeviation * fix.velocityDeviation / 2, Self.largestSettlingVariance)
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

  /// 1σ of the unknown latencies of velocity and position, s.
  ///
  /// The reported position accuracy covers the distance travelled during the latency.
  private func lags(of fix: borrowing FixMeasurement) -> (velocity: Double, place: Double) {
    let speed = fix.velocity.map { ($0 * $0).sum().squareRoot() } ?? 0
    return (
      fix.lagDeviation,
      min(fix.lagDeviation * parameters.positionLagShare, fix.deviation / max(speed, 1))
    )
  }

  /// Variance of the correlated velocity error: the part of the reported variance that is not
  /// white.
  func slowVelocityVariance(_ fix: borrowing FixMeasurement) -> Vector3 {
    let claimed = fix.velocityDeviation * fix.velocityDeviation
    let plane = claimed * max(1 - velocityMonitor.ratio, 0.02)
    return Vector3(plane, plane, claimed * max(1 - climbMonitor.ratio, 0.02))
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
    // The update uses the white part; the gate allows the whole reported variance.
    let claimed = fix.deviation * fix.deviation * max(1 - positionMonitor.ratio, 0)
    let isAccepted =
      Self.pairSquare(east.widened(by: claimed), north.widened(by: claimed)) * 2
      < parameters.gate * parameters.gate
    // A growing error reaches the gate gradually; a jump passes it at once.
    let isJump = !isAccepted && positionMonitor.recent < Self.smallSquare
    positionMonitor.note(square, isAccepted: isAccepted, isNoise: !isJump)
    guard isAccepted else { return false }
    accept(east)
    let second = MeasurementModels.fixPosition(state, leverArm: leverArm, axis: 1)
    // The first update may also have changed the north component.
    let rest =
      state.vector(
        toLatitude: fix.latitude, longitude: fix.longitude, altitude: state.altitude)
      - state.velocity * lead
    accept(innovation(second, residual: rest.y - second.value, noise: noise))
    return true
  }

  private mutating func apply(
    altitude: Double, of fix: borrowing FixMeasurement, lead: Double
  ) -> Bool {
    let prediction = MeasurementModels.fixPosition(state, leverArm: leverArm, axis: 2)
    let residual = altitude - state.altitude - state.velocity.z * lead - prediction.value
    let noise = fix.altitudeDeviation * fix.altitudeDeviation * altitudeMonitor.ratio
    let claimed = fix.altitudeDeviation * fix.altitudeDeviation * max(1 - altitudeMonitor.ratio, 0)
    let isAccepted = take(
      prediction, residual: residual, noise: noise, margin: claimed, monitor: .altitude)
    if isAccepted, let lastFix {
      let apart = altitude - state.altitude
      let excess = apart * apart - fix.altitudeDeviation * fix.altitudeDeviation
      let share = min(max(fix.time.seconds(since: lastFix), 0) / Self.excessTime, 1)
      altitudeExcess = max(altitudeExcess + (excess - altitudeExcess) * share, 0)
    }
    return isAccepted
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
      accept(east)
      let second = MeasurementModels.fixVelocity(
        state, leverArm: arm, rate: rate, acceleration: acceleration, axis: 1)
      accept(innovation(second, residual: velocity.y - second.value, noise: noise))
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

  /// Starts the aligned mode from the course of a vehicle that is configured to move forward.
  private mutating func alignByCourse(_ velocity: SIMD2<Double>, of fix: borrowing FixMeasurement) {
    guard mode == .unaligned, motion == .forward, hasAttitude, rate != .zero,
      mountDeviation < Self.knownMount
    else { return }
    let speed = (velocity * velocity).sum().squareRoot()
    guard speed > max(Self.minimumCourseSpeed, Self.courseRatio * fix.velocityDeviation),
      abs((state.attitude * rate).z) < Self.maximumCourseTurnRate
    else { return }
    let course = Double.atan2(y: velocity.x, x: velocity.y)
    let angle = courseAlignment.update(
      Angle(radians: course - state.heading).normalized.radians,
      noise: fix.velocityDeviation / speed, at: fix.time)
    guard let angle else { return }
    var turn = angle
    if speed < Self.fastestBackward {
      // The vehicle may roll backward, or the receiver may hold an old course: the accelerations
      // decide.
      let support = alignment.support(of: angle)
      guard alignment.isConsistent, abs(support) > Self.decisive,
        alignment.concentration - abs(support) / 2 < Self.disagreement
      else { return }
      if support < 0 { turn += .pi }
    }
    align(turning: turn, deviation: courseAlignment.deviation)
  }

  /// Starts the aligned mode from accelerations, or resets a heading that they contradict.
  private mutating func alignByMotion(_ velocity: SIMD2<Double>, of fix: borrowing FixMeasurement) {
    guard hasAttitude || mode == .aligned else { return }
    alignment.update(velocity: velocity, deviation: fix.velocityDeviation)
    guard alignment.isConsistent, rate != .zero else { return }
    if mode == .unaligned {
      let spread = alignment.deviation(lag: fix.lagDeviation)
      if spread < 0.14 { align(turning: alignment.correction, deviation: max(spread, 0.05)) }
      return
    }
    // Uses the estimated latency.
    let variance = covariance[ErrorIndex.velocityLag, ErrorIndex.velocityLag]
    let angle = Angle(radians: alignment.correction - state.velocityLag * alignment.turnRate)
      .normalized.radians
    let spread = alignment.deviation(lag: max(variance, 0).squareRoot())
    if spread < 0.1 {
      let limit = 4 * (spread * spread + headingDeviation * headingDeviation).squareRoot()
      guard abs(angle) > max(limit, 0.26) else { return }
      align(turning: angle, deviation: 2 * spread)
      covariance.reset(ErrorIndex.magneticOffset, variance: angle * angle)
      // They were estimated with the wrong heading.
      beginLags(fix)
      headingResets += 1
    }
  }
}
