/// The service's configuration: the file's content, overridden by the environment.
package struct ServiceConfiguration: Sendable, Hashable {
  /// Selection of sensors.
  package var sensors = SensorConfiguration()

  /// Sensors that something else reads and sends.
  package var feed = FeedConfiguration()

  /// A flight controller whose sensors are read.
  package var mavlink = FlightControllerConfiguration()

  /// A network of NMEA 2000 that is read.
  package var nmea2000 = NMEA2000InputConfiguration()

  /// Continuous calibration.
  package var calibration = CalibrationConfiguration()

  /// Default position and date.
  package var place = PlaceConfiguration()

  /// Motion constraint and receiver properties.
  package var navigation = NavigationConfiguration()

  /// Models and their folder.
  package var data = DataConfiguration()

  /// Where place names come from; for programs, not for the service itself.
  package var geocoder = GeocoderConfiguration()

  /// Sockets and connection limit.
  package var listen = ListenConfiguration()

  /// Access rights of peers.
  package var access = AccessConfiguration()

  /// Location authorization of programs.
  package var authorization = AuthorizationConfiguration()

  /// The steer contract.
  package var robot = RobotConfiguration()

  /// Further outputs.
  package var outputs: [ConfiguredOutput] = []

  /// File of the saved state.
  package var state = StateConfiguration()

  /// The flight recorder.
  package var recorder = RecorderConfiguration()

  /// Endpoint of the metrics.
  package var metrics = MetricsConfiguration()

  /// The web page; `nil` for none.
  package var web: WebConfiguration?

  /// Logging.
  package var log = LogConfiguration()

  /// The text of the file.
  package var text = ""

  /// Origin of each value by its full key; omitted keys are absent.
  package var origins: [String: ConfigurationOrigin] = [:]

  /// Creates the defaults.
  package init() {}

  /// Makes the problem of a value that only its user can validate.
  package func problem(_ key: String, _ message: String, path: String) -> ConfigurationProblem {
    ConfigurationProblem(
      origin: origins[key] ?? .wholeFile(path: path), key: key, message: message)
  }
}

extension ServiceConfiguration {
  init(_ root: ConfigurationSection, outputs kinds: [any OutputConfiguration.Type]?) {
    sensors = root.section("sensors") { SensorConfiguration($0) }
    feed = root.section("feed") { FeedConfiguration($0) }
    mavlink = root.section("mavlink") { FlightControllerConfiguration($0) }
    nmea2000 = root.section("nmea2000") { nmea2000 in
      let value = NMEA2000InputConfiguration(nmea2000)
      if value.replacesReceiver, let gpsd = sensors.gpsd, gpsd != "none" {
        nmea2000.problem(
          "from", "is a second receiver beside sensors.gpsd: remove that, or add `position: false`")
      }
      return value
    }
    calibration = root.section("calibration") { CalibrationConfiguration($0) }
    place = root.section("place") { PlaceConfiguration($0) }
    navigation = root.section("navigation") { NavigationConfiguration($0) }
    data = root.section("data") { DataConfiguration($0) }
    geocoder = root.section("geocoder") { GeocoderConfiguration($0) }
    listen = root.section("listen") { ListenConfiguration($0) }
    access = root.section("access") { access in
      let value = AccessConfiguration(access)
      if value.remote == "control", listen.tcp?.protection == RemoteConfiguration.Protection.none {
        access.problem(
          "remote",
          "would let everyone give orders, because `listen.tcp.\(RemoteConfiguration.openKey)` is set: "
            + "remove one of them")
      }
      return value
    }
    authorization = root.section("authorization") { AuthorizationConfiguration($0) }
    robot = root.section("robot") { RobotConfiguration($0) }
    if let kinds {
      outputs = root.section("outputs") { ConfiguredOutput.all($0, of: kinds) }
    } else {
      root.ignore("outputs")
    }
    state = root.section("state") { StateConfiguration($0) }
    recorder = root.section("recorder") { RecorderConfiguration($0) }
    metrics = root.section("metrics") { MetricsConfiguration($0) }
    web = WebConfiguration(root)
    log = root.section("log") { LogConfiguration($0) }
  }
}
