public import HeadingEngine
import HeadingEstimation
import HeadingGeometry
import HeadingNavigation
import HeadingSensing

extension SolutionMessage {
  /// Makes the message of a solution, rounded to digits that still mean something.
  ///
  /// - Parameters:
  ///   - solution: The engine's solution.
  ///   - simulated: Whether the sensors are simulated.
  ///   - latency: Seconds from the newest sample to now.
  ///   - steer: Whether a robot may steer by it; `nil` where nobody judged.
  public init(
    _ solution: HeadingSolution, simulated: Bool, latency: Double, steer: Steer? = nil
  ) {
    let microtesla = PhysicalConstants.microtesla
    time = solution.universalTime.value.map(Self.text)
    bootTime = Self.round(solution.time.seconds, 6) ?? 0
    magneticHeading = Self.heading(solution.magneticHeading.value?.degrees)
    trueHeading = Self.heading(solution.trueHeading.value?.degrees)
    headingAccuracy = Self.round(solution.headingAccuracy.value?.degrees, 3)
    headingAccuracy95 = Self.round(solution.headingAccuracy95.value?.degrees, 3)
    trueHeadingAccuracy = Self.round(solution.trueHeadingAccuracy.value?.degrees, 3)
    errorTerms = Self.terms(solution)
    headingAxis = solution.headingAxis.name
    declination = Self.round(solution.declination.value?.degrees, 4)
    pitch = Self.round(solution.pitch.value?.degrees, 3)
    roll = Self.round(solution.roll.value?.degrees, 3)
    attitude = solution.attitude.value.map { attitude in
      [attitude.w, attitude.vector.x, attitude.vector.y, attitude.vector.z]
        .map { Self.round($0, 7) ?? 0 }
    }
    rotationRate = Self.elements(
      solution.rotationRate.value.map { $0 * Angle(radians: 1).degrees }, 3)
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
    status = solution.status.name
    reasons = solution.reasons.names
    self.steer = steer?.name
    coastLeft = Self.round(steer?.secondsLeft, 2)
    self.simulated = simulated
    self.latency = Self.round(latency, 6) ?? 0
  }

  /// The terms, unless the bound is another compass's own.
  private static func terms(_ solution: HeadingSolution) -> ErrorTermsMessage? {
    guard !solution.headingAccuracy.isMissing, !solution.reasons.contains(.externalHeading) else {
      return nil
    }
    func degrees(_ radians: Double) -> Double { round(Angle(radians: radians).degrees, 3) ?? 0 }
    let terms = solution.headingErrorTerms
    return ErrorTermsMessage(
      noise: degrees(terms.noise), gyroscopeHold: degrees(terms.gyroscopeHold),
      calibration: degrees(terms.calibration), disturbance: degrees(terms.disturbance),
      localField: degrees(terms.localField), tilt: degrees(terms.tilt),
      declination: solution.trueHeading.isMissing
        ? nil : round(solution.declinationAccuracy.value?.degrees, 3))
  }

  private static let powers = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]

  /// The value with so many decimals; `nil` for `nil` and for numbers that JSON cannot hold.
  private static func round(_ value: Double?, _ decimals: Int) -> Double? {
    guard let value, value.isFinite else { return nil }
    return (value * powers[decimals]).rounded() / powers[decimals]
  }

  /// A heading with four decimals; what would round up to 360 is 0.
  private static func heading(_ degrees: Double?) -> Double? {
    round(degrees, 4).map { $0 >= 360 ? 0 : $0 }
  }

  private static func elements(_ vector: Vector3?, _ decimals: Int) -> [Double]? {
    vector.map { [$0.x, $0.y, $0.z].map { round($0, decimals) ?? 0 } }
  }

  private static func text(_ time: UniversalTime) -> String {
    let milliseconds = (time.secondsSince1970 * 1000).rounded() / 1000
    let (year, month, day, second) =
      UniversalTime(secondsSince1970: milliseconds).components
    let thousandths = Int((second * 1000).rounded())
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
      + padded(thousandths / 3_600_000, 2) + ":" + padded(thousandths / 60_000 % 60, 2) + ":"
      + padded(thousandths / 1000 % 60, 2) + "." + padded(thousandths % 1000, 3) + "Z"
  }
}
