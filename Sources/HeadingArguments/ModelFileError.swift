import ArgumentParser

/// Why a magnetic model that was named cannot be used.
struct ModelFileError: Error, CustomStringConvertible {
  /// The exit status of a program that needs it.
  var status: ExitCode

  /// What is wrong and what to do, without a full stop.
  var description: String
}
