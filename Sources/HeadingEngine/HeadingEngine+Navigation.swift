import Geomagnetism
import HeadingEstimation
import HeadingGeodesy
import HeadingGeometry
package import HeadingNavigation
import HeadingSensing
import RealModule

extension HeadingEngine {
  /// Time for which a change of source is reported, s.
  private static let headingChangeShown = 3.0

  /// Completes a step of the navigation filter with the present orientation estimate.
  mutating func completeStep(at time: BootTime) {
    let estimate = orientation.estimate
    navigator.completeStep(context(estimate, at: time))
    if navigator.isVertical { return }
    compareTilt(estimate, at: time)
    let isUsable = estimate.hasNorth && field != nil
    let tilt = max(
      estimate.deviation(within68: estimate.headingErrorTerms.tilt), tiltHeadingDeviation)
    // At rest the navigation filter observes the heading only by the same field.
    let isNew = !estimate.isAtRest || navigator.measuredAttitude != nil || arbiter.source == .motion
    arbiter.update(
      field: isUsable ? hypotenuse(fieldDeviation(estimate, at: time), tilt) : nil,
      motion: isNew ? navigator.headingDeviation : nil, apart: contradiction(estimate),
      isCalibrated: !calibrationError.isUncalibrated, at: time)
  }

  /// Difference of the magnetic heading and the motion's, rad; `nil` if no measurement independent
  /// of the field exists.
  private mutating func contradiction(_ estimate: OrientationEstimate) -> Double? {
    guard let declination = reference.field.value?.declination,
      let measured = navigator.measuredAttitude
    else { return nil }
    let turn = measured * estimate.attitude.conjugate
    let about = 2 * Double.atan2(y: turn.vector.z, x: turn.w)
    return abs((Angle(radians: about) + declination).normalized.radians)
  }

  /// Updates the residual of the estimated tilt against the tilt observed by velocities.
  private mutating func compareTilt(_ estimate: OrientationEstimate, at time: BootTime) {
    // At rest the averaged force is gravity alone.
    guard estimate.isInitialized, !estimate.isAtRest, let known = navigator.up else {
      tiltResidual.reset()
      return
    }
    tiltResidual.update(
      estimate.attitude.conjugate * Vector3(0, 0, 1), known: known.direction,
      variance: known.variance, at: time)
  }

  /// Heading error caused by tilt error, 1σ, rad.
  var tiltHeadingDeviation: Double {
    guard let expected = reference.field.value else { return 0 }
    return tiltResidual.deviation(inclination: expected.inclination)
  }

  /// The input of the orientation estimate to the navigation filter: up, gyroscope bias,
  /// stationarity and field.
  ///
  /// The heading is not passed: it depends on the same gyroscope and would be counted twice. The
  /// field is passed instead.
  mutating func context(_ estimate: OrientationEstimate, at time: BootTime) -> NavigationContext {
    var context = NavigationContext()
    guard estimate.isInitialized else { return context }
    context.up = estimate.attitude.conjugate * Vector3(0, 0, 1)
    context.upDeviation = estimate.tiltAccuracy.radians
    context.gyroscopeBias = estimate.gyroscopeBias
    context.gyroscopeBiasDeviation = estimate.gyroscopeBiasAccuracy
    context.isStationary = estimate.isAtRest
    if navigator.isVertical { return context }
    context.declination = reference.field.value?.declination
    guard let field = usedField, estimate.hasNorth, !estimate.isDisturbed,
      !estimate.reasons.contains(.fieldImplausible),
      !estimate.reasons.contains(.magnetometerStuck)
    else { return context }
    let age = time.seconds(since: field.time)
    guard age < 0.1, age > -0.1 else { return context }
    let iron = estimate.onlineHardIron ?? .zero
    let corrected = field.value - iron
    if let up = context.up, let expected = reference.field.value {
      fieldResidual.update(field: corrected, up: up, expected: expected)
    }
    context.field = corrected
    context.fieldIron = iron
    context.fieldAge = age
    context.fieldDeviation = fieldDeviation(estimate, at: time)
    return context
  }

  /// 1σ of the field's azimuth including the calibration error, rad, given the direction of up.
  private func fieldDeviation(_ estimate: OrientationEstimate, at time: BootTime) -> Double {
    let stated = calibrationError.current(
      attitude: estimate.attitude, field: reference.field.value, date: date(at: time)
    ).radians
    var terms = estimate.headingErrorTerms
    terms.tilt = 0
    // The navigation filter estimates iron itself, and has the place with its first fix.
    let magnet = estimate.unknownMagnetTerm
    terms.disturbance =
      max(terms.disturbance * terms.disturbance - magnet * magnet, 0).squareRoot()
    let total = hypotenuse(estimate.deviation(within68: terms.total), stated)
    guard let expected = reference.field.value else { return total }
    return fieldResidual.deviation(stated: total, horizontal: expected.horizontal)
  }

  /// Innovation statistics of the navigation filter; allocates.
  package var innovations: [InnovationSummary] { navigator.innovations }

  /// Applies the settings of the navigation filter.
  mutating func configureNavigator(_ settings: EngineSettings) {
    var configuration = Navigator.Configuration()
    configuration.motion = settings.motion
    configuration.leverArm = settings.antennaLeverArm
    configuration.fixLatency = settings.fixLatency
    configuration.positionLimit = settings.coastingLimit
    configuration.settingAltitude = settings.seaLevelPressure.flatMap {
      StandardAtmosphere.altitude(pressure: $0)
    }
    navigator.configure(configuration)
  }

  /// Sets the heading from the navigation filter, if the arbiter has selected it.
  ///
  /// - Returns: Whether it was set.
  mutating func fillMotionHeading(
    _ solution: inout HeadingSolution, from estimate: NavigationEstimate
  ) -> Bool {
    if let change = arbiter.lastChange,
      solution.time.seconds(since: change) < Self.headingChangeShown
    {
      solution.reasons.insert(.headingSourceChanged)
      if arbiter.wasLost { solution.reasons.insert(.headingSourceLost) }
    }
    guard arbiter.source == .motion, let attitude = estimate.attitude else { return false }
    let angles = AttitudeAngles(attitude)
    axis = axis.next(elevation: angles.pitch)
    solution.headingAxis = axis
    solution.headingSource = .motion
    solution.reasons.insert(.headingFromMotion)
    if estimate.sources.contains(.magneticField) { reportReference(&solution) }
    // No measurement has confirmed this heading since the field was lost.
    if !solution.reasons.isDisjoint(with: [.magnetometerStale, .magnetometerStuck]),
      !navigator.isHeadingConfirmed
    {
      solution.reasons.insert(.gyroscopeHold)
    }
    let direction = attitude * axis.direction
    let heading = Heading<TrueNorth>(
      Angle(radians: Double.atan2(y: direction.x, x: direction.y)))
    let deviation = estimate.headingDeviation
    solution.trueHeading = .known(heading)
    solution.trueHeadingAccuracy = .known(Angle(radians: deviation))
    solution.pitch = .known(angles.pitch)
    solution.roll = .known(angles.roll)
    var terms = HeadingErrorTerms()
    terms.noise = deviation
    solution.headingErrorTerms = terms
    solution.declination = reference.field.map { $0.declination }
    switch reference.field {
    case .known(let field):
      let turn = Quaternion(angle: field.declination, axis: Vector3(0, 0, 1))
      solution.attitude = .known(turn * attitude)
      solution.magneticHeading = .known(heading.converted(by: field.declination))
      let declination = field.declinationAccuracy.radians
      let bound = HeadingBound.normal(deviation: hypotenuse(deviation, declination))
      solution.headingAccuracy = .known(Angle(radians: bound.within68))
      solution.headingAccuracy95 = .known(Angle(radians: bound.within95))
    case .missing(let reasons):
      solution.magneticHeading = .missing(reasons)
      solution.headingAccuracy = .missing(reasons)
      solution.headingAccuracy95 = .missing(reasons)
    }
    return true
  }
}
