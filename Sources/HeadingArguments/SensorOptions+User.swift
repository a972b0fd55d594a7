import ArgumentParser
import FoundationEssentials
import HeadingGeometry
package import HeadingStorage

extension UserConfiguration {
  /// The user's configuration.
  ///
  /// - Throws: The exit status 78 after printing the problem.
  package static func current() throws -> UserConfiguration {
    try read(environment: ProcessInfo.processInfo.environment)
  }

  /// The user's configuration in an environment.
  ///
  /// - Throws: The exit status 78 after printing the problem and a remedy.
  package static func read(environment: [String: String]) throws -> UserConfiguration {
    do throws(ConfigurationError) {
      return try UserConfiguration(environment: environment)
    } catch {
      let path = url(environment: environment)?.path
      let isFile = path.map { path in error.problems.contains { "\($0.origin)".hasPrefix(path) } }
      throw Failure.exit(
        ExitStatus.configuration,
        "\(error)"
          + (isFile ?? false
            ? "; mend the file, or remove it to begin anew." : "; correct it or unset it."))
    }
  }
}

extension SensorOptions {
  /// The options, with missing ones taken from the user's configuration.
  ///
  /// - Throws: The exit status 78 after printing the problem.
  package func configured() throws -> SensorOptions {
    let configuration = try UserConfiguration.current()
    var options = self
    // Another context has a different position and mount matrix.
    if source.uri == nil, !source.isSimulation {
      options.source.uri = configuration.values[.uri]
      if source.mount.isEmpty, let mount = configuration.values[.mount] {
        options.source.mount = [mount]
      }
      do {
        try options.source.validate()
      } catch {
        throw Failure.exit(
          ExitStatus.configuration,
          "the configuration of compass: \(error) `compass config` shows it; mend the file, or remove it "
            + "to begin anew.")
      }
    }
    if place.latitude == nil, let coordinate = configuration.coordinate, !source.isSimulation {
      options.place.latitude = coordinate.latitude
      options.place.longitude = coordinate.longitude
    }
    return options
  }
}
