import HeadingProtocol

/// The message by which Home Assistant finds a robot: one device with its entities.
///
/// https://www.home-assistant.io/integrations/mqtt, device discovery; angles have no device class.
struct HomeAssistantDiscovery {
  /// The message.
  let message: MQTTMessage

  private let configuration: MQTTConfiguration
  private let device: String

  /// Makes the message of a configuration; `nil` if it wants none.
  init?(_ configuration: MQTTConfiguration) {
    guard let prefix = configuration.homeAssistant else { return nil }
    // Identifiers have no dots.
    let device = "headingd_" + configuration.robot.map { $0 == "." ? "_" : String($0) }.joined()
    message = MQTTMessage(
      topic: "\(prefix)/device/\(device)/config",
      payload: Self.payload(configuration, device).json, quality: 1, isRetained: true)
    (self.configuration, self.device) = (configuration, device)
  }

  private static func object(_ members: [(String, MQTTValue)]) -> MQTTValue {
    .object(members.map { MQTTValue.Member(key: $0.0, value: $0.1) })
  }

  private static func payload(_ configuration: MQTTConfiguration, _ device: String) -> MQTTValue {
    object([
      (
        "device",
        object([
          ("identifiers", .list([.text(device)])),
          ("name", .text(configuration.robot)),
          ("manufacturer", .text("headingd")),
          ("model", .text("heading service")),
          ("sw_version", .text(ProgramVersion.text)),
        ])
      ),
      (
        "origin",
        object([("name", .text("headingd")), ("sw_version", .text(ProgramVersion.text))])
      ),
      // A list, which the tracker's replaces; a single topic would be added to it, and both are refused.
      ("availability", .list([availability(configuration)])),
      ("qos", .integer(Int64(configuration.quality))),
      ("components", object(components(configuration, device))),
    ])
  }

  private static func availability(_ configuration: MQTTConfiguration) -> MQTTValue {
    object([("topic", .text(configuration.root + "/availability"))])
  }

  /// Whether a state has a place: a tracker would keep the last one.
  private static func placeAvailability(_ configuration: MQTTConfiguration) -> MQTTValue {
    object([
      ("topic", .text(configuration.root + "/state")),
      (
        "value_template",
        .text("{{ 'offline' if value_json.latitude is none else 'online' }}")
      ),
    ])
  }

  private static func components(
    _ configuration: MQTTConfiguration, _ device: String
  ) -> [(String, MQTTValue)] {
    // Not for the whole device: the tracker would take a state for the name of its place.
    let topic = ("state_topic", MQTTValue.text(configuration.root + "/state"))
    let expiry = MQTTState.validity(interval: configuration.interval).rounded(.up)
    func sensor(
      _ key: String, _ name: String, unit: String? = nil, decimals: Int64? = nil,
      _ more: [(String, MQTTValue)] = []
    ) -> (String, MQTTValue) {
      var members: [(String, MQTTValue)] = [
        ("platform", .text("sensor")), ("unique_id", .text("\(device)_\(key)")), topic,
        ("name", .text(name)), ("value_template", .text("{{ value_json.\(key) }}")),
        ("expire_after", .integer(Int64(expiry))),
      ]
      if let unit { members.append(("unit_of_measurement", .text(unit))) }
      if let decimals { members.append(("suggested_display_precision", .integer(decimals))) }
      return (key, object(members + more))
    }
    func states(_ names: [String]) -> [(String, MQTTValue)] {
      [("device_class", .text("enum")), ("options", .list(names.map { .text($0) })), diagnostic]
    }
    let diagnostic = Self.diagnostic
    let measured: [(String, MQTTValue)] = [("state_class", .text("measurement"))]
    let distance = measured + [("device_class", .text("distance"))]
    return [
      sensor("magnetic_heading", "Magnetic heading", unit: "°", decimals: 1),
      sensor("true_heading", "True heading", unit: "°", decimals: 1),
      sensor("heading_accuracy", "Heading accuracy", unit: "°", decimals: 1, [diagnostic]),
      sensor("declination", "Declination", unit: "°", decimals: 1, [diagnostic]),
      sensor("pitch", "Pitch", unit: "°", decimals: 1, measured),
      sensor("roll", "Roll", unit: "°", decimals: 1, measured),
      sensor(
        "speed", "Speed", unit: "m/s", decimals: 1, measured + [("device_class", .text("speed"))]),
      sensor("course", "Course", unit: "°", decimals: 1),
      sensor("altitude", "Altitude", unit: "m", decimals: 1, distance),
      sensor(
        "horizontal_accuracy", "Position accuracy", unit: "m", decimals: 1,
        distance + [diagnostic]),
      sensor("status", "Status", states(["valid", "degraded", "coasting", "invalid"])),
      sensor("steer", "Steering", states(["ok", "degraded", "coast", "stop"])),
      (
        "simulated",
        object([
          ("platform", .text("binary_sensor")), ("unique_id", .text("\(device)_simulated")), topic,
          ("name", .text("Simulated")),
          ("value_template", .text("{{ 'ON' if value_json.simulated else 'OFF' }}")),
          diagnostic,
        ])
      ),
      (
        "problem",
        object([
          ("platform", .text("binary_sensor")), ("unique_id", .text("\(device)_problem")), topic,
          ("name", .text("Heading")), ("device_class", .text("problem")),
          ("value_template", .text("{{ 'OFF' if value_json.steer == 'ok' else 'ON' }}")),
          ("expire_after", .integer(Int64(expiry))),
        ])
      ),
      (
        "position",
        object([
          ("platform", .text("device_tracker")), ("unique_id", .text("\(device)_position")),
          ("name", .text("Position")), ("source_type", .text("gps")),
          (
            "availability",
            .list([availability(configuration), placeAvailability(configuration)])
          ),
          ("availability_mode", .text("all")),
          ("json_attributes_topic", .text(configuration.root + "/state")),
          (
            "json_attributes_template",
            .text(
              "{{ {'latitude': value_json.latitude, 'longitude': value_json.longitude, "
                + "'gps_accuracy': value_json.horizontal_accuracy or 0} | tojson "
                + "if value_json.latitude is not none else '{}' }}")
          ),
        ])
      ),
    ]
  }

  private static let diagnostic = ("entity_category", MQTTValue.text("diagnostic"))
}
