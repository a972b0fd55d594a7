import ArgumentParser

/// Reason why a named magnetic model cannot be used.
struct ModelFileError: Error, CustomStringConvertible {
  /// Exit status of the program.
  var status: ExitCode

  /// What is wrong and how to fix it, without a full stop.
  var description: String
}
