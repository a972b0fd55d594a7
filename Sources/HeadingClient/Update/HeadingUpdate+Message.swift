import FoundationEssentials
import HeadingProtocol
import HeadingSensing

extension HeadingUpdate {
  /// The update of a message; what is out of its range is missing.
  init(_ message: SolutionMessage, missed: Int) {
    let reasons = message.reasons.map { Reason(rawValue: PlainText.of($0)) }
    func reported<Value>(_ value: Value?, _ causes: Set<Reason>...) -> Reported<Value> {
      value.map { .known($0) } ?? .missing(Reason.causes(causes, among: reasons))
    }
    func estimate(_ value: Double?, _ accuracy: Double?) -> Estimate? {
      value.map { Estimate(value: $0, accuracy: accuracy) }
    }
    bootTime = message.bootTime
    time = reported(message.time.flatMap(Self.date), [.dateUnknown])
    latency = message.latency
    self.missed = missed
    status = Status(message.status)
    steer = Steer(message.steer, secondsLeft: message.coastLeft)
    self.reasons = reasons
    isSimulated = message.simulated

    let magnetic = Self.heading(
      message, message.magneticHeading, .magnetic, message.headingAccuracy,
      message.headingAccuracy95)
    magneticHeading = reported(magnetic, Reason.heading)
    // A magnetic heading that is there explains nothing.
    trueHeading = reported(
      Self.heading(
        message, message.trueHeading, .geographic, message.trueHeadingAccuracy, nil),
      Reason.declination, magnetic == nil ? Reason.heading : [])
    declination = reported(message.declination, Reason.declination)

    pitch = reported(message.pitch, Reason.attitude)
    roll = reported(message.roll, Reason.attitude)
    pitchAccuracy = reported(message.pitchAccuracy, Reason.attitude)
    rollAccuracy = reported(message.rollAccuracy, Reason.attitude)
    attitude = reported(Attitude(message.attitude), Reason.attitude, [.headingWithheld])
    attitudeCovariance = reported(
      message.attitudeCovariance.flatMap { $0.count == 9 ? $0 : nil }, Reason.attitude,
      [.headingWithheld])
    rotationRate = reported(Vector(message.rotationRate), Reason.gyroscope)
    linearAcceleration = reported(Vector(message.linearAcceleration), Reason.attitude)
    field = reported(Vector(message.field), Reason.magnetometer, [.headingWithheld])
    inclination = reported(message.inclination, Reason.magnetometer, Reason.attitude)

    position = reported(Self.position(message), Reason.fix)
    let vertical = message.verticalAccuracy
    altitude = reported(
      estimate(message.altitude, vertical), Reason.fix, Reason.barometer, [.geoidMissing])
    ellipsoidalAltitude = reported(
      estimate(message.ellipsoidalAltitude, vertical), Reason.fix, Reason.barometer,
      [.geoidMissing])
    velocity = reported(Vector(message.velocity), Reason.fix)
    speed = reported(estimate(message.speed, message.speedAccuracy), Reason.fix)
    course = reported(
      estimate(message.course.flatMap(Self.direction), message.courseAccuracy), Reason.fix)
    fixAge = reported(message.fixAge, Reason.fix)

    waves = message.waves.map { Waves($0) }
    pressure = reported(message.pressure, Reason.barometer)
    relativeAltitude = reported(message.relativeAltitude, Reason.barometer, Reason.fix)
    climbRate = reported(
      estimate(message.climbRate, message.climbRateAccuracy), Reason.barometer, Reason.fix)
  }

  private static func heading(
    _ message: SolutionMessage, _ degrees: Double?, _ north: North, _ accuracy: Double?,
    _ accuracy95: Double?
  ) -> Heading? {
    guard let degrees = degrees.flatMap(direction) else { return nil }
    return Heading(
      degrees: degrees, north: north, accuracy: accuracy, accuracy95: accuracy95,
      axis: Axis(rawValue: message.headingAxis) ?? .forward,
      source: message.headingSource.flatMap(Source.init(rawValue:)))
  }

  /// The direction if it is one, 0 <= degrees < 360.
  private static func direction(_ degrees: Double) -> Double? {
    degrees >= 0 && degrees < 360 ? degrees : nil
  }

  private static func position(_ message: SolutionMessage) -> Position? {
    guard let latitude = message.latitude, abs(latitude) <= 90,
      let longitude = message.longitude, abs(longitude) <= 180
    else { return nil }
    return Position(
      latitude: latitude, longitude: longitude, accuracy: message.horizontalAccuracy)
  }

  private static func date(_ text: String) -> Date? {
    try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
  }
}
