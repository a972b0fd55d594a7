import ArgumentParser
import HeadingArguments
import HeadingClient

extension Failure {
  /// Reports that a daemon cannot be used; a socket that this user may not open is not permitted.
  static func daemon(_ error: HeadingClientError) -> ExitCode {
    if case .noPermission = error { return exit(ExitStatus.noPermission, "\(error).") }
    return exit(ExitStatus.unavailable, "\(error).")
  }
}
