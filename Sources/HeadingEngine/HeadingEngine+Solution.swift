import Geomagnetism
package import HeadingEstimation
import HeadingGeometry
import HeadingNavigation
public import HeadingSensing
import RealModule

extension HeadingEngine {
  /// 68 % bound above which a heading is not usable for steering.
  static let largestUsefulBound = Angle(degrees: 60)

  /// The solution at a time, for a caller that needs one after several events.
  public mutating func solution(at time: BootTime) -> HeadingSolution {
    solution(at: time, from: orientation.estimate)
  }

  /// The solution at a time with the smoother's orientation.
  package mutating func solution(
    at time: BootTime, smoothed: SmoothedOrientation
  ) -> HeadingSolution {
    solution(at: time, from: orientation.estimate.smoothed(by: smoothed))
  }

  private mutating func solution(
    at time: BootTime, from estimate: OrientationEstimate
  ) -> HeadingSolution {
    var solution = HeadingSolution(time: time, missing: .starting)
    // The reasons are collected from the values; the initial ones do not count.
    solution.reasons = []
    solution.isSimulated = isSimulated
    solution.universalTime = Availability(
      clock.flatMap { $0.trust == .none ? nil : $0.universalTime(at: time) }, else: .dateUnknown)
    let health = orientation.sensorReasons(at: time)
    fillAttitude(&solution, from: estimate, health: health, at: time)
    let navigation = navigator.estimate(at: time)
    if !fillMotionHeading(&solution, from: navigation) {
      fillHeading(&solution, from: estimate, health: health)
    }
    fillAttitudeAccuracy(&solution, from: estimate)
    fillLinearAcceleration(&solution, health: health)
    position.fill(&solution, from: navigation, at: time)
    if solution.reasons.contains(.deadReckoning) {
      solution.coastingTime = .known(navigator.coastingTime)
    }
    position.fillAltitude(
      &solution, from: navigation, pressureAbsence: pressure.absence(at: time), at: time)
    pressure.fill(&solution, from: navigation, at: time)
    geoid.complete(&solution)
    fillHeave(&solution, at: time)
    if hasImplausibleDate { solution.reasons.insert(.fixDateImplausible) }
    if let rejectedPressure, time.seconds(since: rejectedPressure) < 1 {
      solution.reasons.insert(.invalidSamples)
    }
    collectReasons(&solution)
    return solution
  }

  private mutating func fillAttitude(
    _ solution: inout HeadingSolution, from estimate: OrientationEstimate, health: Reasons,
    at time: BootTime
  ) {
    solution.reasons.formUnion(health)
    let absent: Reasons = [.accelerometerMissing, .accelerometerStale]
    let missing = health.intersection(absent)
    // The gyroscope propagates the tilt through a short gap of the accelerometer, not without one.
    let hasTilt =
      estimate.isInitialized && !health.contains(.accelerometerMissing)
      && (missing.isEmpty || health.isDisjoint(with: [.gyroscopeMissing, .gyroscopeStale]))
    if hasTilt {
      let angles = AttitudeAngles(estimate.attitude)
      solution.attitude = .known(estimate.attitude)
      solution.pitch = .known(angles.pitch)
      solution.roll = .known(angles.roll)
      axis = axis.next(elevation: angles.pitch)
    } else {
      let cause = health.intersection(absent.union([.accelerometerStuck, .gyroscopeStuck]))
      let why = cause.isEmpty ? .starting : cause
      solution.attitude = .missing(why)
      solution.pitch = .missing(why)
      solution.roll = .missing(why)
    }
    solution.headingAxis = axis
    let gyroscopeReasons = health.intersection([.gyroscopeMissing, .gyroscopeStale])
    solution.rotationRate =
      gyroscopeReasons.isEmpty ? .known(estimate.rotationRate) : .missing(gyroscopeReasons)

    let fieldReasons = health.intersection([.magnetometerMissing, .magnetometerStale])
    solution.field = Availability(
      fieldReasons.isEmpty ? field?.value : nil,
      else: fieldReasons.isEmpty ? .starting : fieldReasons)
    if hasTilt, let field = solution.field.value {
      let earth = estimate.attitude * field
      let horizontal = (earth.x * earth.x + earth.y * earth.y).squareRoot()
      solution.inclination = .known(Angle(radians: Double.atan2(y: -earth.z, x: horizontal)))
    } else {
      solution.inclination = .missing(
        solution.field.reasons.union(solution.attitude.reasons))
    }
    solution.modelField = reference.field.value.map {
      HeadingSolution.ModelField(strength: $0.total, inclination: $0.inclination)
    }
  }

  /// Fills the covariance of the attitude, once its heading is decided.
  private func fillAttitudeAccuracy(
    _ solution: inout HeadingSolution, from estimate: OrientationEstimate
  ) {
    guard let attitude = solution.attitude.value else {
      let why = solution.attitude.reasons
      solution.attitudeCovariance = .missing(why)
      solution.pitchAccuracy = .missing(why)
      solution.rollAccuracy = .missing(why)
      return
    }
    let moving = solution.headingSource == .motion ? navigator.up : nil
    let tilt =
      moving.map { TiltCovariance(isotropic: $0.variance.squareRoot()) } ?? estimate.tiltCovariance
    // An external heading is not the attitude's.
    let isOwn = solution.headingSource != .external
    // A few headings have much larger errors than most: the standard deviation follows the 95 %
    // bound, not the 68 % one.
    let covariance = AttitudeCovariance(
      tilt: tilt,
      heading: isOwn ? solution.headingAccuracy95.value.map { $0.radians / 1.96 } : nil)
    solution.attitudeCovariance = .known(covariance.matrix)
    let deviations = covariance.deviations(of: attitude)
    solution.pitchAccuracy = .known(deviations.pitch)
    solution.rollAccuracy = .known(deviations.roll)
  }

  private func fillLinearAcceleration(_ solution: inout HeadingSolution, health: Reasons) {
    let why = health.intersection([
      .accelerometerMissing, .accelerometerStale, .accelerometerStuck,
    ]).union(solution.attitude.reasons)
    guard why.isEmpty, let attitude = solution.attitude.value, let acceleration else {
      solution.linearAcceleration = .missing(why.isEmpty ? .starting : why)
      return
    }
    let gravity = attitude.conjugate * Vector3(0, 0, PhysicalConstants.standardGravity)
    solution.linearAcceleration = .known(acceleration.value - gravity)
  }

  private mutating func fillHeading(
    _ solution: inout HeadingSolution, from estimate: OrientationEstimate, health: Reasons
  ) {
    solution.declination = reference.field.map { $0.declination }
    solution.declinationAccuracy = reference.field.map { $0.declinationAccuracy }
    var terms = estimate.headingErrorTerms
    var why = solution.attitude.reasons.union(
      health.intersection(.magnetometerMissing))
    if orientation.sensors.magnetometer.isMisaligned
      || orientation.sensors.accelerometer.isMisaligned
    {
      why.insert(.mountInvalid)
    }
    reportReference(&solution)
    if let expected = reference.field.value, expected.zone == .blackout {
      why.insert(.fieldTooWeak)
    }
    if !estimate.hasNorth { why.insert(estimate.isInitialized ? .relativeHeading : .starting) }
    // Without a usable magnetometer there is a heading only if the gyroscope propagates it.
    let gyroscopeCarries =
      estimate.hasNorth && !solution.attitude.isMissing
      && health.isDisjoint(with: [.gyroscopeMissing, .gyroscopeStale])
      && why.isSubset(of: .magnetometerMissing)
    let stated = calibrationError.current(
      attitude: solution.attitude.value, field: reference.field.value,
      date: date(at: solution.time))
    terms.calibration = hypotenuse(terms.calibration, stated.radians)
    // Tilt error observed by velocities, beyond the estimate's own.
    let (observed, estimated) = (tiltHeadingDeviation, estimate.deviation(within68: terms.tilt))
    let beyond = max(observed * observed - estimated * estimated, 0).squareRoot()
    terms.tilt = hypotenuse(terms.tilt, beyond)
    if calibrationError.isLoadUnknown { solution.reasons.insert(.loadUnknown) }
    if calibrationError.isUncalibrated {
      if !health.contains(.magnetometerMissing) { solution.reasons.insert(.uncalibrated) }
    }
    let added = hypotenuse(stated.radians, beyond)
    var bound = estimate.headingBound.adding(.normal(deviation: added))
    // An uncalibrated heading is published with its bound, however large.
    let isOpen =
      calibrationError.isUncalibrated
      && estimate.reasons.isDisjoint(with: [.fieldImplausible, .magnetometerStuck, .late])
    if isOpen { bound = bound.limited(to: .anyDirection) }
    guard why.isEmpty || gyroscopeCarries,
      bound.within68 < Self.largestUsefulBound.radians || isOpen,
      let attitude = solution.attitude.value
    else {
      if why.isEmpty {
        why = estimate.reasons
        if calibrationError.isUncalibrated { why.insert(.uncalibrated) }
        if why.isEmpty { why = .gyroscopeHold }
      }
      // Readings that are late for good also make the sensors silent; the clock is the cause.
      why.formUnion(estimate.reasons.intersection(.late))
      clearHeading(&solution, why)
      return
    }
    solution.reasons.formUnion(estimate.reasons)
    let direction = attitude * axis.direction
    let heading = Heading<MagneticNorth>(
      Angle(radians: Double.atan2(y: direction.x, x: direction.y)))
    solution.magneticHeading = .known(heading)
    solution.deviation = calibration?.deviation?.deviation(of: heading)
    // A direction of which nothing is known has a smaller bound than errors that add without limit.
    if terms.total > bound.within68 { terms.scale(by: bound.within68 / terms.total) }
    solution.headingErrorTerms = terms
    solution.headingAccuracy = .known(Angle(radians: bound.within68))
    solution.headingAccuracy95 = .known(Angle(radians: bound.within95))
    solution.trueHeading = solution.declination.map { heading.converted(by: $0) }
    solution.trueHeadingAccuracy = solution.declinationAccuracy.map {
      Angle(radians: hypotenuse(bound.within68, $0.radians))
    }
  }

  /// Reports a weak reference field or an expired model.
  func reportReference(_ solution: inout HeadingSolution) {
    guard let expected = reference.field.value else { return }
    if expected.zone == .caution { solution.reasons.insert(.fieldWeak) }
    if expected.yearsOutside > 0 { solution.reasons.insert(.modelExpired) }
  }

  private mutating func clearHeading(_ solution: inout HeadingSolution, _ why: Reasons) {
    if let external, now.map({ $0.seconds(since: external.time) < 1 }) ?? false {
      useExternal(external, in: &solution)
      return
    }
    solution.magneticHeading = .missing(why)
    solution.headingAccuracy = .missing(why)
    solution.headingAccuracy95 = .missing(why)
    solution.trueHeading = .missing(why.union(reference.field.reasons))
    solution.trueHeadingAccuracy = .missing(why.union(reference.field.reasons))
    solution.reasons.formUnion(why)
  }

  /// Uses the heading of an external compass if there is no own estimate.
  private mutating func useExternal(
    _ external: HeadingObservation, in solution: inout HeadingSolution
  ) {
    let own = Availability(external.accuracy, else: .externalHeading)
    // The heading relative to the other north has the declination's error too.
    let turned: Availability<Angle> =
      switch (own, solution.declinationAccuracy) {
      case (.known(let accuracy), .known(let declination)):
        .known(Angle(radians: hypotenuse(accuracy.radians, declination.radians)))
      case (_, .missing(let reasons)): .missing(reasons)
      case (.missing(let reasons), _): .missing(reasons)
      }
    switch external.value {
    case .magnetic(let heading):
      solution.magneticHeading = .known(heading)
      solution.headingAccuracy = own
      solution.trueHeading = solution.declination.map { heading.converted(by: $0) }
      solution.trueHeadingAccuracy = turned
    case .geographic(let heading):
      solution.trueHeading = .known(heading)
      solution.trueHeadingAccuracy = own
      solution.magneticHeading = solution.declination.map { heading.converted(by: $0) }
      solution.headingAccuracy = turned
    }
    solution.headingSource = .external
    solution.headingAccuracy95 = solution.headingAccuracy.map {
      Angle(radians: HeadingBound.normal(deviation: $0.radians).within95)
    }
    solution.reasons.insert(.externalHeading)
  }

  /// Collects the reasons of all values and derives the status.
  private func collectReasons(_ solution: inout HeadingSolution) {
    var degrading: Reasons = [
      .uncalibrated, .disturbed, .fieldWeak, .gyroscopeStale, .accelerometerStale, .sensorStuck,
      .saturated, .accelerating, .externalHeading, .sensorFailed, .gravityImplausible,
      .rateImplausible, .invalidSamples, .starting, .fixJump, .navigationReset,
    ]
    if solution.headingSource == .motion {
      degrading.subtract([.uncalibrated, .disturbed, .accelerating, .starting])
    }
    var coasting: Reasons =
      solution.headingSource == .motion
      ? .gyroscopeHold
      : [.gyroscopeHold, .magnetometerStale, .magnetometerMissing, .fieldImplausible]
    // Without fixes the navigation filter's heading is still corrected by the field or two antennas.
    if solution.headingSource == .motion,
      solution.navigationSources.isDisjoint(with: [.magneticField, .externalHeading])
    {
      coasting.insert(.deadReckoning)
    }
    if solution.magneticHeading.isMissing {
      solution.status = .invalid
    } else if !solution.reasons.isDisjoint(with: coasting)
      && !solution.reasons.contains(.externalHeading)
    {
      solution.status = .coasting
      if solution.headingSource == .field { solution.reasons.insert(.gyroscopeHold) }
    } else if !solution.reasons.isDisjoint(with: degrading) {
      solution.status = .degraded
    } else {
      solution.status = .valid
    }
    solution.reasons.formUnion(solution.magneticHeading.reasons)
    solution.reasons.formUnion(solution.trueHeading.reasons)
    solution.reasons.formUnion(solution.attitude.reasons)
    solution.reasons.formUnion(solution.coordinate.reasons)
    solution.reasons.formUnion(solution.altitude.reasons)
    solution.reasons.formUnion(solution.ellipsoidalAltitude.reasons)
    solution.reasons.formUnion(solution.horizontalAccuracy.reasons)
    solution.reasons.formUnion(solution.pressure.reasons)
    solution.reasons.formUnion(solution.rotationRate.reasons)
    if let heave = solution.heave { solution.reasons.formUnion(heave.reasons) }
  }

  func hypotenuse(_ one: Double, _ other: Double) -> Double {
    (one * one + other * other).squareRoot()
  }
}
