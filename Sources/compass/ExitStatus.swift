import ArgumentParser

/// Exit statuses of sysexits.h.
enum ExitStatus {
  /// The command line is wrong.
  static let usage = ExitCode(64)
  /// Input data is unusable.
  static let dataError = ExitCode(65)
  /// An input file is missing or unreadable.
  static let noInput = ExitCode(66)
  /// A service or device is not there.
  static let unavailable = ExitCode(69)
  /// An output file cannot be written.
  static let cannotCreate = ExitCode(73)
  /// Reading or writing failed midway.
  static let ioError = ExitCode(74)
  /// Not permitted.
  static let noPermission = ExitCode(77)
  /// A configuration or profile is unusable.
  static let configuration = ExitCode(78)
}
