package import ArgumentParser
import Foundation
package import HeadingStorage

/// A calibration profile named on the command line.
package enum ProfileArgument {
  /// The profile of a file; another sensor's is refused, one of any age is taken: it was asked for.
  package static func load(
    _ path: String, for sensor: SensorIdentity? = nil
  ) throws -> CalibrationProfile {
    do throws(ProfileError) {
      return try ProfileStore.read(URL(fileURLWithPath: path), for: sensor, date: nil)
    } catch {
      throw Failure.exit(status(error), "\(error).")
    }
  }

  /// The exit status that says why a profile cannot be used.
  package static func status(_ error: ProfileError) -> ExitCode {
    if case .unreadable = error { return ExitStatus.noInput }
    return ExitStatus.configuration
  }
}
