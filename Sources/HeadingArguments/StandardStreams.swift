package import Foundation
import HeadingStorage

/// Standard output and standard error, which may be full, closed or gone.
package enum StandardStreams {
  /// Writes to standard output.
  ///
  /// - Throws: The exit status 74 after a sentence why, where the output cannot be written.
  package static func write(_ data: Data) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: data)
    } catch {
      throw Failure.exit(
        ExitStatus.ioError,
        "standard output cannot be written: \(FileReason.text(error)).")
    }
  }

  /// Writes a line to standard output.
  ///
  /// - Throws: As ``write(_:)``.
  package static func writeLine(_ text: String) throws { try write(Data((text + "\n").utf8)) }

  /// Writes to standard error; where nobody can read it, it is lost.
  package static func tell(_ data: Data) {
    try? FileHandle.standardError.write(contentsOf: data)
  }
}
