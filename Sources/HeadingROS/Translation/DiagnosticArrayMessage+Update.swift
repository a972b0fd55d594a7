import HeadingProtocol
import HeadingSensing

extension DiagnosticArrayMessage {
  /// What is reported about.
  static let heading = "headingd: heading"

  /// Makes the message of an update.
  init(_ update: SolutionMessage, stamp: ROSTime, isUniversal: Bool, north: ROSOptions.North) {
    self.init()
    header = ROSHeader(stamp, in: "")
    level = DiagnosticLevel(update)
    name = Self.heading
    let state = ([update.status.name] + update.reasons).joined(separator: ", ")
    message = update.simulated ? "SIMULATED: \(state)" : state
    func add(_ key: String, _ value: String?) {
      values.append(DiagnosticValue(key: key, value: value ?? "unknown"))
    }
    add("status", update.status.name)
    add("reasons", update.reasons.joined(separator: " "))
    add("steer", update.steer)
    add("magnetic_heading", update.magneticHeading?.description)
    add("heading_accuracy", update.headingAccuracy?.description)
    add("true_heading", update.trueHeading?.description)
    add("declination", update.declination?.description)
    add("heading_source", update.headingSource)
    add("imu_north", north.rawValue)
    add("stamp", isUniversal ? "universal time" : "time since boot")
    add("simulated", update.simulated ? "true" : "false")
  }
}

extension DiagnosticLevel {
  /// The level of an update: `STALE` if it is late, or if it has no heading because a sensor is silent.
  init(_ update: SolutionMessage) {
    let silent: Reasons = [.magnetometerStale, .accelerometerStale, .gyroscopeStale]
    let reasons = update.knownReasons
    self =
      switch update.status {
      case _ where reasons.contains(.late): .stale
      case .valid: .ok
      case .degraded, .coasting: .warning
      case .invalid: reasons.isDisjoint(with: silent) ? .error : .stale
      }
  }
}
