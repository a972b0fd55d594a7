import HeadingProtocol

/// Descriptions of reason codes, followed by the codes used in JSON.
public enum ReasonText {
  /// Descriptions that differ from the words of the code.
  private static let titles = [
    "magnetometer_stale": "magnetometer silent", "accelerometer_stale": "accelerometer silent",
    "gyroscope_stale": "gyroscope silent", "barometer_stale": "barometer silent",
    "no_fix": "GNSS has no fix", "fix_stale": "GNSS fix too old",
    "not_reported": "not reported by the receiver",
    "model_expired": "date outside the magnetic model",
    "field_too_weak": "horizontal field too weak", "field_weak": "horizontal field weak",
    "uncalibrated": "not calibrated", "load_unknown": "load not known",
    "disturbed": "field disturbed", "field_implausible": "field is not the Earth's",
    "gravity_implausible": "gravity is not 1 g", "rate_implausible": "turns while at rest",
    "sensor_stuck": "a sensor repeats its value", "saturated": "a sensor is saturated",
    "gyroscope_hold": "held by the gyroscope",
    "relative_heading": "heading without north reference",
    "external_heading": "heading from the device", "late": "too late",
    "geoid_missing": "geoid file missing", "fix_jump": "GNSS fixes jump",
    "fix_frozen": "GNSS position frozen", "dead_reckoning": "position without fixes",
    "navigation_reset": "position started again", "water_speed_implausible": "log implausible",
  ]

  /// Returns the description of a code; without one, the words of the code itself.
  public static func words(_ code: String) -> String {
    titles[code]
      ?? code.split(separator: "_").map { $0 == "gnss" ? "GNSS" : $0 }.joined(separator: " ")
  }

  /// Describes the reasons of an update; `not_reported` names the values that the receiver omits.
  static func text(of message: SolutionMessage) -> String {
    message.reasons.map { code in
      guard code == "not_reported", let sentence = unreported(message) else { return text([code]) }
      return "\(sentence) (\(code))"
    }.joined(separator: ", ")
  }

  /// Names the values that the receiver does not report; `nil` if none of them is missing.
  static func unreported(_ message: SolutionMessage) -> String? {
    let values = [
      ("altitude", message.altitude), ("height above the ellipsoid", message.ellipsoidalAltitude),
    ]
    let names = values.filter { $0.1 == nil }.map(\.0)
    guard !names.isEmpty else { return nil }
    return "\(names.joined(separator: " and ")) not reported by the receiver"
  }

  /// Describes codes; each description is followed by its code where they differ.
  public static func text(_ codes: [String]) -> String {
    codes.map { words($0) == $0 ? $0 : "\(words($0)) (\($0))" }.joined(separator: ", ")
  }
}
