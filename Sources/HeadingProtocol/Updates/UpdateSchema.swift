import HeadingSensing

/// The JSON Schema (draft 2020-12) of an update, as ``SolutionMessage/line`` writes it.
public enum UpdateSchema {
  /// JSON types of the values; all but the required ones may be `null`.
  private enum Shape {
    case number, angle, direction, text, flag
    case vector(Int)
    case names([String])
    case one(of: [String])
    case terms
    case waves
  }

  private static let terms = [
    "noise", "gyroscope_hold", "calibration", "disturbance", "local_field", "tilt", "declination",
  ]

  private static let waves: [(key: String, shape: Shape)] = [
    ("heave", .number), ("heave_accuracy", .angle), ("heave_rate", .number),
    ("delayed_heave", .number), ("delayed_heave_accuracy", .angle), ("delay", .angle),
    ("duration", .angle), ("height", .angle), ("height_accuracy", .angle), ("period", .angle),
    ("period_accuracy", .angle), ("roll", .vector(4)), ("pitch", .vector(4)),
  ]

  private static let properties: [(key: String, shape: Shape, meaning: String)] = [
    ("time", .text, "RFC 3339, UTC, of the newest sample"),
    ("boot_time", .number, "s, of the newest sample, on the kernel's boottime clock"),
    ("magnetic_heading", .direction, "degrees clockwise from magnetic north"),
    ("true_heading", .direction, "degrees clockwise from true north"),
    ("heading_accuracy", .angle, "degrees, 68 % bound of the magnetic heading"),
    ("heading_accuracy_95", .angle, "degrees, 95 % bound of the magnetic heading"),
    ("true_heading_accuracy", .angle, "degrees, 68 % bound of the true heading"),
    ("error_terms", .terms, "degrees, independent errors, 68 % each"),
    ("heading_axis", .one(of: ["+y", "-z", "+z"]), "the body axis whose heading it is"),
    ("declination", .number, "degrees, positive east"),
    ("pitch", .number, "degrees, positive nose up"),
    ("roll", .number, "degrees, positive right side down"),
    ("pitch_accuracy", .angle, "degrees, 68 % error of the pitch"),
    ("roll_accuracy", .angle, "degrees, 68 % error of the roll"),
    ("attitude", .vector(4), "unit quaternion w, x, y, z, body to east, magnetic north, up"),
    (
      "attitude_covariance", .vector(9),
      "rad², small rotation about east, magnetic north and up, row by row"
    ),
    ("rotation_rate", .vector(3), "degrees per second, body frame x, y, z"),
    ("linear_acceleration", .vector(3), "m/s², body frame x, y, z, without gravity"),
    ("field", .vector(3), "microtesla, body frame x, y, z, calibrated"),
    ("field_strength", .number, "microtesla"),
    ("inclination", .number, "degrees, positive down"),
    ("latitude", .number, "degrees, WGS 84"),
    ("longitude", .number, "degrees, WGS 84"),
    ("altitude", .number, "m above mean sea level"),
    ("ellipsoidal_altitude", .number, "m above the WGS 84 ellipsoid"),
    ("horizontal_accuracy", .angle, "m, 68 % radius of the position"),
    ("vertical_accuracy", .angle, "m, 68 % error of both altitudes"),
    ("speed", .angle, "m/s over ground"),
    ("course", .direction, "degrees from true north"),
    ("velocity", .vector(3), "m/s, east, north, up"),
    ("speed_accuracy", .angle, "m/s, 68 % error along one horizontal axis"),
    ("course_accuracy", .angle, "degrees, 68 % error of the course"),
    (
      "heading_source", .one(of: ["magnetic_field", "motion", "external"]),
      "source of the headings"
    ),
    ("sources", .names([]), "sources recently used for position, velocity and altitude"),
    ("fix_age", .number, "s, age of the newest fix used, from its time of validity"),
    ("coasting_time", .angle, "s until horizontal_accuracy passes the configured limit"),
    ("pressure", .number, "Pa"),
    ("relative_altitude", .number, "m above the altitude at the start"),
    ("climb_rate", .number, "m/s upward"),
    ("climb_rate_accuracy", .angle, "m/s, 68 % error of the climb rate"),
    ("waves", .waves, "heave and sea state, if they are computed: m, s, degrees, 68 % errors"),
    (
      "status", .one(of: ["valid", "degraded", "coasting", "invalid"]),
      "validity of the heading and its accuracy"
    ),
    (
      "reasons", .names(Reasons.catalogue.map(\.name)),
      "reasons why values are missing or degraded"
    ),
    (
      "steer", .one(of: ["ok", "degraded", "coast", "stop"]),
      "whether a robot may steer by it; null in the replay of a table, which has no decision"
    ),
    ("coast_left", .angle, "s, rest of the configured limit while steer is coast"),
    ("simulated", .flag, "whether any source of the update is simulated"),
    ("latency", .number, "s from the newest sample to this line"),
  ]

  /// Keys that are never `null`.
  private static let given: Set = [
    "boot_time", "heading_axis", "sources", "status", "reasons", "simulated", "latency",
  ]

  /// The schema as indented JSON with a line end.
  public static var text: String {
    let rows = properties.map { property in
      "    \(quoted(property.key)): {\"description\": \(quoted(property.meaning)), "
        + "\(rule(property.shape, isGiven: given.contains(property.key)))}"
    }
    let keys = properties.filter { $0.key != "waves" }.map { quoted($0.key) }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "headingd update",
        "description": "One line of the stream without the key class. Later versions may add keys.",
        "type": "object",
        "required": [\(keys.joined(separator: ", "))],
        "properties": {
      \(rows.joined(separator: ",\n"))
        }
      }

      """
  }

  private static func rule(_ shape: Shape, isGiven: Bool) -> String {
    func type(_ name: String) -> String {
      isGiven ? "\"type\": \"\(name)\"" : "\"type\": [\"\(name)\", \"null\"]"
    }
    switch shape {
    case .number: return type("number")
    case .angle: return type("number") + ", \"minimum\": 0"
    case .direction: return type("number") + ", \"minimum\": 0, \"exclusiveMaximum\": 360"
    case .text: return type("string")
    case .flag: return type("boolean")
    case .vector(let count):
      return type("array")
        + ", \"items\": {\"type\": \"number\"}, \"minItems\": \(count), \"maxItems\": \(count)"
    case .names(let names):
      let values = names.isEmpty ? "" : ", \"enum\": [\(list(names))]"
      return type("array") + ", \"items\": {\"type\": \"string\"\(values)}"
    case .one(let names):
      return "\"enum\": [\(list(names))\(isGiven ? "" : ", null")]"
    case .terms:
      let rows = terms.map {
        "\"\($0)\": {\"type\": [\"number\", \"null\"], \"minimum\": 0}"
      }
      return type("object") + ", \"required\": [\(list(terms))], \"properties\": {"
        + rows.joined(separator: ", ") + "}"
    case .waves:
      let rows = waves.map { "\(quoted($0.key)): {\(rule($0.shape, isGiven: false))}" }
      return "\"type\": \"object\", \"required\": [\(list(waves.map(\.key)))], "
        + "\"properties\": {" + rows.joined(separator: ", ") + "}"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map(quoted).joined(separator: ", ")
  }

  /// Quotes a text; none of them needs escapes.
  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
