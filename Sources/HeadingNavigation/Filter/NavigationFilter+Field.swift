import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// 1σ of an unknown heading, rad: large against a turn.
  private static let unknownHeading = 10.0

  /// Consecutive refused azimuths after which the heading is reset: a minute at 5 Hz.
  private static let fieldRefusalLimit = 300

  /// Validity of a confirmation of the heading, s.
  static let confirmation = 60.0

  /// 1σ of the mount yaw, rad, below which forward motion measures the heading.
  static let knownMount = 0.1

  /// 1σ of the time offset between field and attitude, s.
  private static let fieldTiming = 0.008

  /// Processes the azimuth of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - isBiasKnown: Whether the gyroscope bias is known; otherwise the field does not align: it
  ///     will show the bias to the attitude estimator first.
  mutating func measure(_ field: borrowing NavigationStep.Field, isBiasKnown: Bool) {
    guard hasAttitude, let raw = MeasurementModels.azimuth(state, of: field.direction) else {
      return
    }
    let variance = square(field.deviation)
    if lastIron == nil { beginDeviation(variance) }
    followIron(of: field)
    if mode == .unaligned {
      guard hasRecentFix, isBiasKnown, rate != .zero,
        field.deviation < parameters.fieldAlignmentLimit
      else { return }
      beginDeviation(variance)
      // The field's azimuth is declination + deviation, so that the difference is the heading
      // error. The heading is otherwise unknown, and the azimuth is processed below as a normal
      // measurement.
      let turn = Angle(radians: field.declination - raw.value).normalized.radians
      align(turning: turn, deviation: Self.unknownHeading)
    } else if !isAtRest {
      // At rest the local deviation is constant and does not average out.
      fadeDeviation(variance)
    }
    let isDriven = movesForward && !isAtRest
    if isDriven { fadeMotorIron() }
    guard
      let prediction = MeasurementModels.fieldAzimuth(
        state, field: field.direction, declination: field.declination, isDriven: isDriven)
    else { return }
    // The field is rotated with the body to the end of the step, with a timing error of some
    // milliseconds.
    let timing = Self.fieldTiming * rate.length
    // Linearization error of the tilt: the second derivative of the azimuth with respect to tilt is
    // about 1 + tan² dip.
    let tilt = covariance.variances(at: ErrorIndex.attitude)
    let steepness = prediction.row.vector(at: ErrorIndex.attitude)
    let bend =
      (tilt.x + tilt.y) / 2 * (1 + steepness.x * steepness.x + steepness.y * steepness.y)
    let noise =
      parameters.fieldAzimuthNoise * parameters.fieldAzimuthNoise + timing * timing + bend * bend
    take(
      prediction,
      residual: Angle(radians: field.declination - prediction.value).normalized.radians,
      fieldNoise: noise * fieldMonitor.ratio)
  }

  /// Processes an azimuth with a robust weight.
  private mutating func take(
    _ prediction: borrowing MeasurementModels.Prediction, residual: Double, fieldNoise noise: Double
  ) {
    var result = innovation(prediction, residual: residual, noise: noise)
    let square = result.square
    let isAccepted = square < parameters.gate * parameters.gate
    // Hard iron is not noise: an innovation beyond two deviations, such as a starting motor, has a
    // Huber weight.
    let most = parameters.huberThreshold
    result.variance = max(result.variance, result.residual * result.residual / (most * most))
    fieldMonitor.note(square, isAccepted: isAccepted, weighed: result.square)
    fieldCorrelation.note(result.residual / result.variance.squareRoot())
    if isAccepted {
      // A motor deflects the field for as long as it runs, so that the errors are correlated.
      // Without another heading measurement the innovations may be caused by the heading itself and
      // are not inflated.
      if isHeadingMeasured { result.variance += noise * (fieldCorrelation.inflation - 1) }
      acceptField(result)
    } else if fieldMonitor.refusals >= Self.fieldRefusalLimit, !isHeadingConfirmed {
      // The undisturbed field has contradicted the heading for a minute, and no other source has
      // confirmed it: realign.
      loseAlignment()
      fieldMonitor.restart(ratio: 1)
      headingResets += 1
    }
  }

  /// Handles a new calibration: resets the residual hard iron, and the heading if only the old
  /// field supports it.
  mutating func recalibrateField() {
    lastIron = nil
    if mode == .aligned, !isHeadingConfirmed { loseAlignment() }
  }

  /// Subtracts the hard iron that the attitude estimator has learned since the last field from the
  /// residual hard iron.
  private mutating func followIron(of field: borrowing NavigationStep.Field) {
    defer { lastIron = field.iron }
    guard let before = lastIron else { return }
    let earth = state.attitude * field.direction
    let horizontal = (earth.x * earth.x + earth.y * earth.y).squareRoot()
    state.residualIron -= (field.iron - before) / horizontal
  }

  /// Divides the variance of the field's deviation, rad², between local deviation and residual hard
  /// iron.
  private mutating func beginDeviation(_ variance: Double) {
    let share = parameters.residualIronShare
    covariance.reset(ErrorIndex.magneticOffset, variance: (1 - share) * variance)
    for axis in 0..<3 {
      covariance.reset(ErrorIndex.residualIron + axis, variance: share * variance)
    }
    state.magneticOffset = 0
    state.residualIron = .zero
  }

  /// Propagates local deviation and residual hard iron as first-order Gauss–Markov processes over
  /// one field interval.
  private mutating func fadeDeviation(_ variance: Double) {
    let share = parameters.residualIronShare
    let place = Double.exp(-Self.spacing / parameters.magneticOffsetTime)
    covariance.fade(
      ErrorIndex.magneticOffset, factor: place,
      adding: (1 - place * place) * (1 - share) * variance)
    state.magneticOffset *= place
    let iron = Double.exp(-Self.spacing / parameters.slowErrorTime)
    for axis in 0..<3 {
      covariance.fade(
        ErrorIndex.residualIron + axis, factor: iron,
        adding: (1 - iron * iron) * share * variance)
    }
    state.residualIron *= iron
  }

  /// Propagates the motor's hard iron.
  private mutating func fadeMotorIron() {
    let p = parameters
    let fade = Double.exp(-Self.spacing / p.slowErrorTime)
    for axis in 0..<2 {
      covariance.fade(
        ErrorIndex.motorIron + axis, factor: fade,
        adding: (1 - fade * fade) * p.motorIron * p.motorIron)
    }
    state.motorIron *= fade
  }

  /// Whether a source other than the field confirms the heading: accelerations, dual antenna,
  /// forward motion.
  var isHeadingConfirmed: Bool {
    isHeadingMeasured
      || isRecent(lastVelocity) && alignment.isConsistent
        && alignment.support(of: 0) > Self.decisive
  }

  /// Whether a source other than the field measures the heading: dual antenna, forward motion.
  var isHeadingMeasured: Bool {
    if isRecent(lastHeading), headingMonitor.refusals == 0 { return true }
    let forward = state.attitude * (state.vehicle * Vector3(0, 1, 0))
    return movesForward && isRecent(lastForward) && acrossMonitor.refusals == 0
      && mountDeviation < Self.knownMount
      && forward.dot(state.velocity) > -parameters.restSpeed
  }

  /// Whether a moment is within the validity of a confirmation.
  private func isRecent(_ moment: BootTime?) -> Bool {
    guard let time, let moment else { return false }
    return time.seconds(since: moment) < Self.confirmation
  }
}
