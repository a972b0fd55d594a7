import FoundationEssentials
import HeadingGNSS
import HeadingRuntime
import HeadingSimulation
package import HeadingStorage

extension SensorOptions {
  /// The options, with missing ones taken from a configuration that ``problems(in:path:)`` accepts.
  ///
  /// - Parameter configuration: The configuration from file and environment.
  /// - Returns: The options to start with.
  package func completed(from configuration: ServiceConfiguration) -> SensorOptions {
    var options = self
    let sensors = configuration.sensors
    if choosesNoSensors {
      options.source.uri = sensors.uri
      options.source.simulate = sensors.simulate ?? false
      options.source.scenario = sensors.scenario
    }
    if source.feed.isEmpty, !options.source.isSimulation {
      options.source.feed = configuration.feed.endpoints
      options.source.feedFormat = source.feedFormat ?? configuration.feed.format
      options.source.feedGroup = configuration.feed.socketGroup
    }
    if source.flightController.mavlink == nil, !options.source.isSimulation {
      options.source.flightController.configuration = configuration.mavlink
    }
    if source.mount.isEmpty { options.source.mount = sensors.mounts }
    options.source.magnetometer = source.magnetometer ?? sensors.magnetometer
    options.source.accelerometer = source.accelerometer ?? sensors.accelerometer
    options.source.gyroscope = source.gyroscope ?? sensors.gyroscope
    options.source.barometer = source.barometer ?? sensors.barometer
    options.source.load = source.load ?? sensors.load
    options.source.sensorRate = source.sensorRate ?? sensors.rate
    options.profile = profile ?? sensors.profile
    options.continuous =
      continuous ?? configuration.calibration.continuous.flatMap { CalibrationPolicy(rawValue: $0) }
    if network.nmea2000 == nil, !options.source.isSimulation {
      options.network.configuration = configuration.nmea2000
      // An argument for another receiver overrides the file.
      if let gpsd, gpsd != "none" { options.network.nmea2000WithoutPosition = true }
    }
    // The positions of one receiver are used.
    let isReplaced = network.nmea2000 != nil && options.network.configuration.replacesReceiver
    options.gpsd = gpsd ?? (isReplaced ? nil : sensors.gpsd)
    options.data.data = data.data ?? configuration.data.folder
    options.data.model = data.model ?? configuration.data.model
    if place.latitude == nil {
      options.place.latitude = configuration.place.latitude
      options.place.longitude = configuration.place.longitude
    }
    options.place.navigation = place.navigation.completed(from: configuration.navigation)
    options.place.altitude = place.altitude ?? configuration.place.altitude
    options.place.date = place.date ?? configuration.place.date
    return options
  }

  /// The choice of sensors is one decision: an argument replaces it entirely.
  private var choosesNoSensors: Bool {
    source.uri == nil && !source.simulate && source.scenario == nil
  }

  /// Finds the invalid values that the configuration's own schema does not detect.
  ///
  /// - Parameters:
  ///   - configuration: The configuration; what its schema refused is absent.
  ///   - path: The file's name, for errors.
  /// - Returns: What is wrong, with its position in the file.
  package func problems(
    in configuration: ServiceConfiguration, path: String
  ) -> [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    func refuse(_ key: String, _ message: String) {
      problems.append(configuration.problem(key, message, path: path))
    }
    let sensors = configuration.sensors
    let options = completed(from: configuration)
    if choosesNoSensors {
      if let uri = sensors.uri, let complaint = SourceOptions.complaint(uri) {
        refuse("sensors.uri", "'\(uri)' \(complaint)")
      }
      do throws(ScenarioError) {
        _ = try options.source.parsedScenario()
      } catch {
        refuse("sensors.scenario", "\(error)")
      }
    }
    for (key, message) in configuration.feed.complaints + configuration.mavlink.complaints {
      refuse(key, message)
    }
    if gpsd == nil, let place = sensors.gpsd, place != "none",
      HostAndPort.parse(place, defaultPort: GPSDSource.defaultPort) == nil
    {
      refuse("sensors.gpsd", "'\(place)' is not HOST, HOST:PORT or none")
    }
    if data.data == nil, let folder = configuration.data.folder, !DataOptions.isFolder(folder) {
      refuse("data.folder", "'\(folder)' is not an existing folder")
    }
    if data.model == nil, configuration.data.model != nil {
      do throws(ModelFileError) {
        _ = try options.data.namedModel()
      } catch {
        refuse("data.model", "\(error)")
      }
    }
    if place.date == nil, let date = configuration.place.date, DateText.noon(date) == nil {
      refuse("place.date", "'\(date)' is not a date; write YYYY-MM-DD")
    }
    return problems
  }

  /// Checks files that are otherwise read only when the service starts: profile and geoid.
  ///
  /// - Parameters:
  ///   - configuration: The configuration, which completes these options.
  ///   - path: The file's name, for errors.
  /// - Returns: What is wrong, with its position in the file.
  package func fileProblems(
    in configuration: ServiceConfiguration, path: String
  ) -> [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    let options = completed(from: configuration)
    if let profile = options.profile {
      do throws(ProfileError) {
        _ = try ProfileStore.read(URL(fileURLWithPath: profile), for: nil, date: nil)
      } catch {
        problems.append(configuration.problem("sensors.profile", "\(error)", path: path))
      }
    }
    if let complaint = options.data.geoid().complaint {
      problems.append(configuration.problem("data.folder", complaint, path: path))
    }
    return problems
  }
}
