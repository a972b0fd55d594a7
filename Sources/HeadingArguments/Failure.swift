package import ArgumentParser
import FoundationEssentials
import HeadingStorage

/// Prints one sentence on standard error and gives a sysexits status.
package enum Failure {
  /// The program's name as it was called.
  private static let name =
    (CommandLine.arguments.first ?? "compass").split(separator: "/").last ?? ""

  package static func exit(_ status: ExitCode, _ sentence: String) -> ExitCode {
    StandardStreams.writeError(Data("\(name): \(sentence)\n".utf8))
    return status
  }

  /// Reports that a file cannot be created or not be written completely.
  package static func writing(_ file: String, _ error: any Error) -> ExitCode {
    let isMidway = FileReason.isMidway(error)
    return exit(
      isMidway ? ExitStatus.ioError : ExitStatus.cannotCreate,
      "\(file) cannot be written: \(FileReason.text(error))"
        + (isMidway ? "." : "; check the folder."))
  }
}
