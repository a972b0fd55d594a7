import FoundationEssentials
import HeadingGNSS
import HeadingRuntime
import HeadingSimulation
package import HeadingStorage

extension SensorOptions {
  /// The options, with missing ones taken from the configuration.
  ///
  /// - Parameters:
  ///   - configuration: The configuration from file and environment.
  ///   - path: The file's name, for errors.
  /// - Returns: The options to start with.
  /// - Throws: Invalid values that the configuration's own schema does not detect, with their
  ///   position in the file.
  package func completed(
    from configuration: ServiceConfiguration, path: String
  ) throws(ConfigurationError) -> SensorOptions {
    var options = self
    let sensors = configuration.sensors
    // The choice of sensors is one decision: an argument replaces it entirely.
    if source.uri == nil && !source.simulate && source.scenario == nil {
      if let uri = sensors.uri, let complaint = SourceOptions.complaint(uri) {
        throw configuration.problem("sensors.uri", "'\(uri)' \(complaint)", path: path)
      }
      options.source.uri = sensors.uri
      options.source.simulate = sensors.simulate ?? false
      options.source.scenario = sensors.scenario
      do throws(ScenarioError) {
        _ = try options.source.parsedScenario()
      } catch {
        throw configuration.problem("sensors.scenario", "\(error)", path: path)
      }
    }
    if source.feed.isEmpty, !options.source.isSimulation {
      options.source.feed = try configuration.feed.endpoints(of: configuration, path: path)
      options.source.feedFormat = source.feedFormat ?? configuration.feed.format
      options.source.feedGroup = configuration.feed.socketGroup
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
    if gpsd == nil, let place = sensors.gpsd {
      guard place == "none" || HostAndPort.parse(place, defaultPort: GPSDSource.defaultPort) != nil
      else {
        throw configuration.problem(
          "sensors.gpsd", "'\(place)' is not HOST, HOST:PORT or none", path: path)
      }
      options.gpsd = place
    }
    options.data.data = data.data ?? configuration.data.folder
    if data.model == nil, let model = configuration.data.model {
      options.data.model = model
      do throws(ModelFileError) {
        _ = try options.data.namedModel()
      } catch {
        throw configuration.problem("data.model", "\(error)", path: path)
      }
    }
    if place.latitude == nil {
      options.place.latitude = configuration.place.latitude
      options.place.longitude = configuration.place.longitude
    }
    options.place.navigation = place.navigation.completed(from: configuration.navigation)
    options.place.altitude = place.altitude ?? configuration.place.altitude
    if place.date == nil, let date = configuration.place.date {
      guard DateText.noon(date) != nil else {
        throw configuration.problem(
          "place.date", "'\(date)' is not a date; write YYYY-MM-DD", path: path)
      }
      options.place.date = date
    }
    return options
  }

  /// Checks files that are otherwise read only when the service starts: profile and geoid.
  ///
  /// - Parameters:
  ///   - configuration: The configuration that completed these options.
  ///   - path: The file's name, for errors.
  /// - Throws: What is wrong, with its position in the file.
  package func checkFiles(
    of configuration: ServiceConfiguration, path: String
  ) throws(ConfigurationError) {
    if let profile {
      do throws(ProfileError) {
        _ = try ProfileStore.read(URL(fileURLWithPath: profile), for: nil, date: nil)
      } catch {
        throw configuration.problem("sensors.profile", "\(error)", path: path)
      }
    }
    if let complaint = data.geoid().complaint {
      throw configuration.problem("data.folder", complaint, path: path)
    }
  }
}
