import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// 1σ of a heading that nothing is known of, rad: large against a turn.
  private static let unknownHeading = 10.0

  /// So many azimuths of the field are refused one after the other before the heading is given up: a minute of five a second.
  private static let fieldPatience = 300

  /// What has spoken for the heading within this time, s, holds it.
  static let confirmation = 60.0

  /// A mount is known to this, rad, where the motion along it tells the heading.
  static let knownMount = 0.1

  /// How well the moment of a field is known against the attitude's, s.
  private static let fieldTiming = 0.008

  /// Takes the azimuth of a field in.
  mutating func measure(_ field: borrowing NavigationStep.Field) {
    guard hasAttitude, let raw = MeasurementModels.azimuth(state, of: field.direction) else {
      return
    }
    let variance = square(field.deviation)
    if lastIron == nil { beginDeviation(variance) }
    followIron(of: field)
    if mode == .unaligned {
      guard hasRecentFix, rate != .zero, field.deviation < parameters.alignmentLimit else {
        return
      }
      beginDeviation(variance)
      // The field's azimuth is declination + deviation: what is off is the heading. Nothing is known of it but this
      // azimuth, which is taken in like any other.
      let turn = Angle(radians: field.declination - raw.value).normalized.radians
      align(turning: turn, deviation: Self.unknownHeading)
    } else if !isAtRest {
      // Where nothing moves the local field stays: its deviation does not average out.
      fadeDeviation(variance)
    }
    let isDriven = movesForward && !isAtRest
    if isDriven { fadeMotorIron() }
    guard
      let prediction = MeasurementModels.fieldAzimuth(
        state, field: field.direction, declination: field.declination, isDriven: isDriven)
    else { return }
    // The field is turned with the body to the end of the step; some milliseconds of that are uncertain.
    let timing = Self.fieldTiming * rate.length
    // What a tilt turns the azimuth by beyond the row: its second derivative by the tilt is of the size 1 + tan² dip.
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

  /// Takes an azimuth in as far as a field is believed.
  private mutating func take(
    _ prediction: borrowing MeasurementModels.Prediction, residual: Double, fieldNoise noise: Double
  ) {
    var result = innovation(prediction, residual: residual, noise: noise)
    let square = result.square
    let isAccepted = square < parameters.gate * parameters.gate
    // Iron is no noise: a motor that starts is seen at two deviations, and believed no more than these.
    let most = parameters.influence
    result.variance = max(result.variance, result.residual * result.residual / (most * most))
    fieldMonitor.note(square, isAccepted: isAccepted, weighed: result.square)
    fieldCorrelation.note(result.residual / result.variance.squareRoot())
    if isAccepted {
      // A motor turns the field alike for as long as it runs. Where nothing else measures the heading, it is the heading
      // that may be off.
      if isHeadingMeasured { result.variance += noise * (fieldCorrelation.inflation - 1) }
      acceptField(result)
    } else if fieldMonitor.refusals >= Self.fieldPatience, !isHeadingConfirmed {
      // An undisturbed field has spoken against it for a minute, and nothing for it: it begins anew.
      loseAlignment()
      fieldMonitor.restart(ratio: 1)
      headingResets += 1
    }
  }

  /// The calibration is another one: what was learnt of the iron that the old one has left does not hold, nor a heading
  /// for which nothing but that field has spoken.
  mutating func recalibrateField() {
    lastIron = nil
    if mode == .aligned, !isHeadingConfirmed { loseAlignment() }
  }

  /// What the orientation's estimate has learnt of the iron since the last field is not left in this one.
  private mutating func followIron(of field: borrowing NavigationStep.Field) {
    defer { lastIron = field.iron }
    guard let before = lastIron else { return }
    let earth = state.attitude * field.direction
    let horizontal = (earth.x * earth.x + earth.y * earth.y).squareRoot()
    let change = (field.iron - before) / horizontal
    state.residualIron -= SIMD2(change.x, change.y)
  }

  /// Divides what a field may be off by, as a variance, rad², between the place and the iron.
  private mutating func beginDeviation(_ variance: Double) {
    let share = parameters.residualIronShare
    covariance.reset(ErrorIndex.magneticOffset, variance: (1 - share) * variance)
    for axis in 0..<2 {
      covariance.reset(ErrorIndex.residualIron + axis, variance: share * variance)
    }
    state.magneticOffset = 0
    state.residualIron = .zero
  }

  /// The place's deviation and the iron change, as first-order Gauss–Markov processes, over the time between two fields.
  private mutating func fadeDeviation(_ variance: Double) {
    let share = parameters.residualIronShare
    let place = Double.exp(-Self.spacing / parameters.magneticOffsetTime)
    covariance.fade(
      ErrorIndex.magneticOffset, factor: place,
      adding: (1 - place * place) * (1 - share) * variance)
    state.magneticOffset *= place
    let iron = Double.exp(-Self.spacing / parameters.slowErrorTime)
    for axis in 0..<2 {
      covariance.fade(
        ErrorIndex.residualIron + axis, factor: iron,
        adding: (1 - iron * iron) * share * variance)
    }
    state.residualIron *= iron
  }

  /// The same of what drives the vehicle.
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

  /// Whether something beside the field speaks for the heading: accelerations, two antennas, motion along the axis.
  var isHeadingConfirmed: Bool {
    mutating get {
      isHeadingMeasured
        || isRecent(lastVelocity) && alignment.isConsistent
          && alignment.support(of: 0) > Self.decisive
    }
  }

  /// Whether something beside the field measures the heading: two antennas, motion along the axis.
  var isHeadingMeasured: Bool {
    mutating get {
      if isRecent(lastHeading), headingMonitor.refusals == 0 { return true }
      let forward = state.attitude * (state.vehicle * Vector3(0, 1, 0))
      return movesForward && isRecent(lastForward) && acrossMonitor.refusals == 0
        && mountDeviation < Self.knownMount
        && forward.dot(state.velocity) > -parameters.restSpeed
    }
  }

  /// Whether a moment lies within the time for which what has spoken for the heading holds it.
  private mutating func isRecent(_ moment: BootTime?) -> Bool {
    guard let time, let moment else { return false }
    return time.seconds(since: moment) < Self.confirmation
  }
}
