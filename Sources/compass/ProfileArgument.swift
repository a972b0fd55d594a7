import ArgumentParser
import Foundation
import HeadingStorage

/// A calibration profile named on the command line.
enum ProfileArgument {
  static func load(_ path: String) throws -> CalibrationProfile {
    do throws(ProfileError) {
      return try CalibrationProfile(contentsOf: URL(fileURLWithPath: path))
    } catch {
      if case .unreadable = error { throw Failure.exit(ExitStatus.noInput, "\(error).") }
      throw Failure.exit(ExitStatus.configuration, "\(error).")
    }
  }
}
