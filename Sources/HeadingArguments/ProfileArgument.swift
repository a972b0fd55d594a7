import ArgumentParser
import Foundation
package import HeadingStorage

/// A calibration profile named on the command line.
package enum ProfileArgument {
  package static func load(_ path: String) throws -> CalibrationProfile {
    do throws(ProfileError) {
      return try CalibrationProfile(contentsOf: URL(fileURLWithPath: path))
    } catch {
      if case .unreadable = error { throw Failure.exit(ExitStatus.noInput, "\(error).") }
      throw Failure.exit(ExitStatus.configuration, "\(error).")
    }
  }
}
