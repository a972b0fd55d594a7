public import HeadingEngine
import HeadingEstimation
import HeadingGeometry
import HeadingNavigation
public import HeadingProtocol
import HeadingSensing

extension SolutionMessage {
  /// Creates the message of a solution, rounded to significant digits.
  ///
  /// - Parameters:
  ///   - solution: The engine's solution.
  ///   - latency: Seconds from the newest sample to now.
  ///   - steer: Whether a robot may steer by it; `nil` if that was not evaluated.
  public init(_ solution: HeadingSolution, latency: Double, steer: Steer? = nil) {
    self.init(
      bootTime: Self.rounded(solution.time.seconds, 6), headingAxis: solution.headingAxis.name,
      status: solution.status, reasons: solution.reasons.names,
      simulated: solution.isSimulated, latency: Self.rounded(latency, 6))
    let microtesla = PhysicalConstants.microtesla
    time = solution.universalTime.value.flatMap { $0.wireText }
    magneticHeading = Self.heading(solution.magneticHeading.value?.degrees)
    trueHeading = Self.heading(solution.trueHeading.value?.degrees)
    headingAccuracy = Self.round(solution.headingAccuracy.value?.degrees, 3)
    headingAccuracy95 = Self.round(solution.headingAccuracy95.value?.degrees, 3)
    trueHeadingAccuracy = Self.round(solution.trueHeadingAccuracy.value?.degrees, 3)
    errorTerms = Self.terms(solution)
    declination = Self.round(solution.declination.value?.degrees, 4)
    pitch = Self.round(solution.pitch.value?.degrees, 3)
    roll = Self.round(solution.roll.value?.degrees, 3)
    pitchAccuracy = Self.round(solution.pitchAccuracy.value?.degrees, 3)
    rollAccuracy = Self.round(solution.rollAccuracy.value?.degrees, 3)
    attitudeCovariance = solution.attitudeCovariance.value.flatMap { covariance in
      // A zero in its place would claim certainty.
      guard covariance.isFinite else { return nil }
      let rows = covariance.rows
      return [rows.x, rows.y, rows.z].flatMap { Self.elements($0, 9) }
    }
    attitude = solution.attitude.value.map { attitude in
      [
        Self.rounded(attitude.w, 7), Self.rounded(attitude.vector.x, 7),
        Self.rounded(attitude.vector.y, 7), Self.rounded(attitude.vector.z, 7),
      ]
    }
    rotationRate = Self.elements(
      solution.rotationRate.value.map { $0 * Angle(radians: 1).degrees }, 3)
    linearAcceleration = Self.elements(solution.linearAcceleration.value, 4)
    field = Self.elements(solution.field.value.map { $0 / microtesla }, 3)
    fieldStrength = Self.round(solution.fieldStrength.value.map { $0 / microtesla }, 3)
    inclination = Self.round(solution.inclination.value?.degrees, 3)
    latitude = Self.round(solution.coordinate.value?.latitude, 8)
    longitude = Self.round(solution.coordinate.value?.longitude, 8)
    altitude = Self.round(solution.altitude.value, 3)
    ellipsoidalAltitude = Self.round(solution.ellipsoidalAltitude.value, 3)
    horizontalAccuracy = Self.round(solution.horizontalAccuracy.value, 3)
    verticalAccuracy = Self.round(solution.verticalAccuracy.value, 3)
    speed = Self.round(solution.speed.value, 3)
    course = Self.heading(solution.course.value?.degrees)
    velocity = Self.elements(solution.velocity.value, 3)
    speedAccuracy = Self.round(solution.speedAccuracy.value, 3)
    courseAccuracy = Self.round(solution.courseAccuracy.value?.degrees, 3)
    let hasHeading = !solution.magneticHeading.isMissing || !solution.trueHeading.isMissing
    headingSource = hasHeading ? solution.headingSource.name : nil
    sources = solution.navigationSources.names
    fixAge = Self.round(solution.fixAge.value, 3)
    coastingTime = Self.round(solution.coastingTime.value, 1)
    pressure = Self.round(solution.pressure.value, 2)
    relativeAltitude = Self.round(solution.relativeAltitude.value, 3)
    climbRate = Self.round(solution.climbRate.value, 3)
    climbRateAccuracy = Self.round(solution.climbRateAccuracy.value, 3)
    waves = WavesMessage(solution)
    self.steer = steer?.name
    coastLeft = Self.round(steer?.secondsLeft, 2)
  }

  /// Creates the message of an update.
  public init(_ update: SolutionUpdate) {
    self.init(update.solution, latency: update.latency, steer: update.steer)
  }

  /// The error terms; `nil` if the accuracy is an external compass's own.
  private static func terms(_ solution: HeadingSolution) -> ErrorTermsMessage? {
    guard !solution.headingAccuracy.isMissing, !solution.reasons.contains(.externalHeading) else {
      return nil
    }
    func degrees(_ radians: Double) -> Double { rounded(Angle(radians: radians).degrees, 3) }
    let terms = solution.headingErrorTerms
    return ErrorTermsMessage(
      noise: degrees(terms.noise), gyroscopeHold: degrees(terms.gyroscopeHold),
      calibration: degrees(terms.calibration), disturbance: degrees(terms.disturbance),
      localField: degrees(terms.localField), tilt: degrees(terms.tilt),
      declination: solution.trueHeading.isMissing
        ? nil : round(solution.declinationAccuracy.value?.degrees, 3))
  }

  /// The value rounded to a number of decimals; `nil` for `nil` and non-finite numbers.
  private static func round(_ value: Double?, _ decimals: Int) -> Double? {
    guard let value, value.isFinite else { return nil }
    return WireNumber.rounded(value, decimals)
  }

  /// The value rounded to a number of decimals; 0 for non-finite numbers.
  private static func rounded(_ value: Double, _ decimals: Int) -> Double {
    round(value, decimals) ?? 0
  }

  /// A heading; `nil` for `nil` and non-finite numbers.
  private static func heading(_ degrees: Double?) -> Double? {
    round(degrees, 4).map(WireNumber.heading)
  }

  private static func elements(_ vector: Vector3?, _ decimals: Int) -> [Double]? {
    vector.map { elements($0, decimals) }
  }

  private static func elements(_ vector: Vector3, _ decimals: Int) -> [Double] {
    [rounded(vector.x, decimals), rounded(vector.y, decimals), rounded(vector.z, decimals)]
  }
}
