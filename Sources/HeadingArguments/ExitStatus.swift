package import ArgumentParser

/// Exit statuses of sysexits.h.
package enum ExitStatus {
  /// The command line is wrong.
  package static let usage = ExitCode(64)
  /// Input data is unusable.
  package static let dataError = ExitCode(65)
  /// An input file is missing or unreadable.
  package static let noInput = ExitCode(66)
  /// A service or device is not there.
  package static let unavailable = ExitCode(69)
  /// An output file cannot be written.
  package static let cannotCreate = ExitCode(73)
  /// Reading or writing failed midway.
  package static let ioError = ExitCode(74)
  /// Not permitted.
  package static let noPermission = ExitCode(77)
  /// A configuration or profile is unusable.
  package static let configuration = ExitCode(78)
}
