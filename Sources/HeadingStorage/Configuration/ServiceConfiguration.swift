/// What the service is told: the file's content, with the environment on top.
package struct ServiceConfiguration: Sendable, Hashable {
  /// Which sensors are read and how.
  package var sensors = SensorConfiguration()

  /// How the service calibrates itself.
  package var calibration = CalibrationConfiguration()

  /// Where the device is when nothing else says so.
  package var place = PlaceConfiguration()

  /// How the vehicle moves and what is known of its receiver.
  package var navigation = NavigationConfiguration()

  /// Which models are used and where their files lie.
  package var data = DataConfiguration()

  /// Where the service listens and how much it takes on.
  package var listen = ListenConfiguration()

  /// Who may see and do what.
  package var access = AccessConfiguration()

  /// Which programs are judged by what their users have decided.
  package var authorization = AuthorizationConfiguration()

  /// What robots are promised.
  package var robot = RobotConfiguration()

  /// Further outputs.
  package var outputs: [OutputConfiguration] = []

  /// Where the service keeps what it knows.
  package var state = StateConfiguration()

  /// What the flight recorder keeps.
  package var recorder = RecorderConfiguration()

  /// Where metrics are found.
  package var metrics = MetricsConfiguration()

  /// What is logged.
  package var log = LogConfiguration()

  /// The text it was read from.
  package var text = ""

  /// Where each value was written, by its full key; keys that were left out are not in it.
  package var origins: [String: ConfigurationOrigin] = [:]

  /// The defaults.
  package init() {}

  /// A problem with a value that only its user can judge.
  package func problem(_ key: String, _ message: String, path: String) -> ConfigurationError {
    ConfigurationError(problems: [
      ConfigurationProblem(
        origin: origins[key] ?? .wholeFile(path: path), key: key, message: message)
    ])
  }
}

extension ServiceConfiguration {
  init(_ root: ConfigurationSection) {
    sensors = root.section("sensors") { SensorConfiguration($0) }
    calibration = root.section("calibration") { CalibrationConfiguration($0) }
    place = root.section("place") { PlaceConfiguration($0) }
    navigation = root.section("navigation") { NavigationConfiguration($0) }
    data = root.section("data") { DataConfiguration($0) }
    listen = root.section("listen") { ListenConfiguration($0) }
    access = root.section("access") { AccessConfiguration($0) }
    authorization = root.section("authorization") { AuthorizationConfiguration($0) }
    robot = root.section("robot") { RobotConfiguration($0) }
    outputs = root.section("outputs") { OutputConfiguration.all($0) }
    state = root.section("state") { StateConfiguration($0) }
    recorder = root.section("recorder") { RecorderConfiguration($0) }
    metrics = root.section("metrics") { MetricsConfiguration($0) }
    log = root.section("log") { LogConfiguration($0) }
  }
}
