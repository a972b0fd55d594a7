package import ArgumentParser
import Foundation
package import HeadingStorage

/// A calibration profile named on the command line.
package enum ProfileArgument {
  package static func load(_ path: String) throws -> CalibrationProfile {
    do throws(ProfileError) {
      return try CalibrationProfile(contentsOf: URL(fileURLWithPath: path))
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
