import ArgumentParser
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
      if case .unreadable = error { throw Failure.exit(ExitStatus.noInput, "\(error).") }
      throw Failure.exit(ExitStatus.configuration, "\(error).")
    }
  }
}
