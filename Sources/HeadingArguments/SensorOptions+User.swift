import ArgumentParser
import Foundation
import HeadingGeometry
package import HeadingStorage

extension UserConfiguration {
  /// The user's configuration.
  ///
  /// - Throws: The exit status 78 after what is wrong with it.
  package static func current() throws -> UserConfiguration {
    do throws(ConfigurationError) {
      return try UserConfiguration(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw Failure.exit(ExitStatus.configuration, "\(error).")
    }
  }
}

extension SensorOptions {
  /// The options with what the user's configuration says where the command line says nothing.
  ///
  /// - Throws: The exit status 78 after what is wrong with it.
  package func configured() throws -> SensorOptions {
    let configuration = try UserConfiguration.current()
    var options = self
    // Another context has another place and mount.
    if source.uri == nil, !source.isSimulation {
      options.source.uri = configuration.values[.uri]
      options.source.mount = source.mount ?? configuration.values[.mount]
      do {
        try options.source.validate()
      } catch {
        throw Failure.exit(
          ExitStatus.configuration, "the configuration of compass: \(error)")
      }
    }
    if place.latitude == nil, let coordinate = configuration.coordinate, !source.isSimulation {
      options.place.latitude = coordinate.latitude
      options.place.longitude = coordinate.longitude
    }
    return options
  }
}
