package import ArgumentParser
import Foundation

/// Ends the program with one sentence on standard error and a sysexits status.
package enum Failure {
  /// The program's name, as it was called.
  private static let name =
    (CommandLine.arguments.first ?? "compass").split(separator: "/").last ?? ""

  package static func exit(_ status: ExitCode, _ sentence: String) -> ExitCode {
    StandardStreams.tell(Data("\(name): \(sentence)\n".utf8))
    return status
  }
}
