import ArgumentParser
import Foundation

/// Ends the program with one sentence on standard error and a sysexits status.
enum Failure {
  static func exit(_ status: ExitCode, _ sentence: String) -> ExitCode {
    FileHandle.standardError.write(Data("compass: \(sentence)\n".utf8))
    return status
  }
}
