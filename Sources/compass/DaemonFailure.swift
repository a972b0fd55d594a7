import ArgumentParser
import HeadingArguments
import HeadingClient

extension Failure {
  /// Reports that a daemon cannot be used; a socket that this user may not open is not permitted.
  static func daemon(_ error: HeadingClientError) -> ExitCode {
    switch error {
    case .noPermission, .notAdmitted: exit(ExitStatus.noPermission, "\(error).")
    case .unusableFile: exit(ExitStatus.noInput, "\(error).")
    default: exit(ExitStatus.unavailable, "\(error).")
    }
  }
}
