package import ArgumentParser
import FoundationEssentials
package import HeadingStorage

/// Loads a calibration profile named on the command line.
package enum ProfileArgument {
  /// The profile of a file; another sensor's is rejected, but any age is accepted for an explicit
  /// choice.
  package static func load(
    _ path: String, for sensor: SensorIdentity? = nil
  ) throws -> CalibrationProfile {
    do throws(ProfileError) {
      return try ProfileStore.read(URL(fileURLWithPath: path), for: sensor, date: nil)
    } catch {
      throw Failure.exit(status(error), "\(error).")
    }
  }

  /// Exit status of a profile error.
  package static func status(_ error: ProfileError) -> ExitCode {
    if case .unreadable = error { return ExitStatus.noInput }
    return ExitStatus.configuration
  }
}
