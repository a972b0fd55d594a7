import ArgumentParser
import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingStorage

/// Messages and exit statuses of `compass record`.
enum RecordingFailure {
  /// The file cannot be created.
  static func beginning(_ file: String, _ error: any Error) -> ExitCode {
    Failure.writing(file, error)
  }

  /// A write failed after the start.
  static func writing(_ file: String, _ error: any Error) -> ExitCode {
    if (error as? POSIXError)?.code == .EPIPE { return ExitStatus.outputClosed }
    return Failure.exit(
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
