package import ArgumentParser
import Foundation
import HeadingStorage

/// Ends the program with one sentence on standard error and a sysexits status.
package enum Failure {
  /// The program's name, as it was called.
  private static let name =
    (CommandLine.arguments.first ?? "compass").split(separator: "/").last ?? ""

  package static func exit(_ status: ExitCode, _ sentence: String) -> ExitCode {
    StandardStreams.tell(Data("\(name): \(sentence)\n".utf8))
    return status
  }

  /// Ends the program because of a file that could not be made or not be written to its end.
  package static func writing(_ file: String, _ error: any Error) -> ExitCode {
    let isMidway = FileReason.isMidway(error)
    return exit(
      isMidway ? ExitStatus.ioError : ExitStatus.cannotCreate,
      "\(file) cannot be written: \(FileReason.text(error))"
        + (isMidway ? "." : "; check the folder."))
  }
}
