import ArgumentParser
import Foundation
import HeadingArguments
import HeadingStorage

/// What `compass record` says when it cannot record.
enum RecordingFailure {
  /// The file cannot be begun.
  static func beginning(_ file: String, _ error: any Error) -> ExitCode {
    Failure.writing(file, error)
  }

  /// The file cannot be written any more.
  static func writing(_ file: String, _ error: any Error) -> ExitCode {
    Failure.exit(
      ExitStatus.ioError,
      "writing \(file) failed: \(FileReason.text(error)); what was written before can be replayed.")
  }

  /// There is nothing to record.
  static func empty(_ what: String) -> ExitCode {
    Failure.exit(
      ExitStatus.unavailable,
      "\(what): `compass doctor` says what is missing; --simulate records a simulated hat.")
  }
}
