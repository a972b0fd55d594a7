import FoundationEssentials
import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// What a state says: an update at the moment of its sending, with what of it may still be used.
struct MQTTState {
  /// Largest age of a sample that is published, s.
  static let deadline = 0.5

  /// The version of the payloads.
  static let payloadVersion: Int64 = 1

  /// The reason of a state after the end of the service.
  static let stopped = "stopped"

  let robot: String

  /// The message, without what may not be published.
  private(set) var message: SolutionMessage

  /// Age of the newest sample, s; `nil` if there is none.
  let age: Double?

  /// How long the values may be used from the sending on, s.
  let validFor: Double

  /// The end of ``validFor`` in UTC.
  let expires: String?

  /// Judges an update.
  ///
  /// - Parameters:
  ///   - update: The newest update.
  ///   - robot: The robot's name.
  ///   - interval: Longest time between two states, s.
  ///   - arrival: Boottime at which the update came, s.
  ///   - now: The present boottime, s.
  init(
    _ update: SolutionUpdate, robot: String, interval: Double, arrival: Double, now: Double
  ) {
    self.robot = robot
    message = SolutionMessage(update)
    let waited = max(0, now - arrival)
    let age = update.latency + waited
    self.age = age
    var left = age > Self.deadline ? 0 : max(0, Self.validity(interval: interval) - age)
    if let coast = message.coastLeft { left = min(left, max(0, coast - waited)) }
    validFor = left
    let ageOfSolution = max(0, now - update.solution.time.seconds)
    if left > 0, let time = update.solution.universalTime.value {
      expires = Self.text(time.secondsSince1970 + ageOfSolution + left)
    } else {
      expires = nil
    }
    if left <= 0 {
      withhold(Reasons.late.names)
    } else if update.solution.status == .invalid {
      withholdDirection()
    }
  }

  /// A state without values: before the first update, or after the end of the service.
  ///
  /// - Parameters:
  ///   - robot: The robot's name.
  ///   - reason: Why there are none.
  ///   - newest: The newest update, of which the time and the mark of simulation are kept.
  init(robot: String, reason: String, newest: SolutionUpdate?) {
    self.robot = robot
    message =
      newest.map { SolutionMessage($0) }
      ?? SolutionMessage(
        bootTime: 0, headingAxis: "+y", status: .invalid, reasons: [], simulated: false, latency: 0)
    (age, validFor, expires) = (nil, 0, nil)
    withhold([reason])
  }

  /// Seconds after which a broker forgets the state, MQTT 5; `nil` for one after the end of the service,
  /// which has no values.
  func expiry(interval: Double) -> UInt32? {
    guard message.reasons != [Self.stopped] else { return nil }
    return UInt32((validFor > 0 ? validFor : Self.validity(interval: interval)).rounded(.up))
  }

  /// How long a state may be used if no newer one comes, s: one that is lost, and a half.
  static func validity(interval: Double) -> Double { 1.5 * interval + deadline }

  /// Removes every value but the time and the mark of simulation.
  private mutating func withhold(_ reasons: [String]) {
    let time = message.time
    message = message.emptied
    message.time = time
    message.reasons = reasons
    message.steer = "stop"
  }

  /// Removes what says where the body points.
  private mutating func withholdDirection() {
    (message.magneticHeading, message.trueHeading) = (nil, nil)
    (message.headingAccuracy, message.headingAccuracy95) = (nil, nil)
    (message.trueHeadingAccuracy, message.errorTerms) = (nil, nil)
    (message.attitude, message.attitudeCovariance) = (nil, nil)
    (message.steer, message.headingSource) = ("stop", nil)
  }

  /// The payload; every key is always there.
  var value: MQTTValue {
    .object([
      .init(key: "version", value: .integer(Self.payloadVersion)),
      .init(key: "robot", value: .text(robot)),
      .init(key: "time", value: MQTTValue(message.time)),
      .init(key: "age", value: MQTTValue(age.map { WireNumber.rounded($0, 3) })),
      .init(key: "valid_for", value: .number(WireNumber.rounded(validFor, 3))),
      .init(key: "expires", value: MQTTValue(expires)),
      .init(key: "status", value: .text(message.status.name)),
      .init(key: "steer", value: MQTTValue(message.steer)),
      .init(key: "reasons", value: .list(message.reasons.map { .text($0) })),
      .init(key: "simulated", value: .flag(message.simulated)),
      .init(key: "magnetic_heading", value: MQTTValue(message.magneticHeading)),
      .init(key: "true_heading", value: MQTTValue(message.trueHeading)),
      .init(key: "heading_accuracy", value: MQTTValue(message.headingAccuracy)),
      .init(key: "true_heading_accuracy", value: MQTTValue(message.trueHeadingAccuracy)),
      .init(key: "heading_axis", value: .text(message.headingAxis)),
      .init(key: "heading_source", value: MQTTValue(message.headingSource)),
      .init(key: "declination", value: MQTTValue(message.declination)),
      .init(key: "coast_left", value: MQTTValue(message.coastLeft)),
      .init(key: "pitch", value: MQTTValue(message.pitch)),
      .init(key: "roll", value: MQTTValue(message.roll)),
      .init(key: "pitch_accuracy", value: MQTTValue(message.pitchAccuracy)),
      .init(key: "roll_accuracy", value: MQTTValue(message.rollAccuracy)),
      .init(key: "latitude", value: MQTTValue(precise: message.latitude)),
      .init(key: "longitude", value: MQTTValue(precise: message.longitude)),
      .init(key: "horizontal_accuracy", value: MQTTValue(message.horizontalAccuracy)),
      .init(key: "altitude", value: MQTTValue(message.altitude)),
      .init(key: "vertical_accuracy", value: MQTTValue(message.verticalAccuracy)),
      .init(key: "speed", value: MQTTValue(message.speed)),
      .init(key: "speed_accuracy", value: MQTTValue(message.speedAccuracy)),
      .init(key: "course", value: MQTTValue(message.course)),
      .init(key: "course_accuracy", value: MQTTValue(message.courseAccuracy)),
      .init(key: "fix_age", value: MQTTValue(message.fixAge)),
    ])
  }

  private static func text(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 1e11 else { return nil }
    return Date(timeIntervalSince1970: seconds)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
