package import FoundationEssentials
import Glibc
import HeadingProtocol
import HeadingStorage
import HeadingSystem
import HeadingTerminal

/// Standard output and standard error with error handling and removal of terminal controls.
package enum StandardStreams {
  /// Writes to standard output.
  ///
  /// - Throws: The exit status 74 after printing the reason if the output cannot be written,
  ///   that of SIGPIPE if its reader closed it.
  package static func write(_ data: Data) throws {
    do {
      try OpenFile.standardOutput.write(data)
    } catch let error as POSIXError where error.code == .EPIPE {
      throw ExitStatus.outputClosed
    } catch {
      throw Failure.exit(
        ExitStatus.ioError,
        "standard output cannot be written: \(FileReason.text(error)).")
    }
  }

  /// Writes a JSON file to standard output unchanged, but to a terminal without control characters.
  ///
  /// - Throws: As ``write(_:)``.
  package static func writeFile(_ json: Data) throws {
    try write(isatty(STDOUT_FILENO) == 1 ? PlainText.json(json) : json)
  }

  /// Writes a line to standard output without terminal control characters.
  ///
  /// - Throws: As ``write(_:)``.
  package static func writeLine(_ text: String) throws { try writeText(text) }

  /// Writes text to standard output without terminal control characters.
  ///
  /// - Throws: As ``write(_:)``.
  package static func writeText(_ text: String, terminator: String = "\n") throws {
    try write(Data((PlainText.lines(text) + terminator).utf8))
  }

  /// Writes text to standard error without terminal control characters, wrapped to the terminal's
  /// width; a write error is ignored.
  package static func writeError(_ data: Data) {
    var text = PlainText.lines(String(decoding: data, as: UTF8.self))
    if isatty(STDERR_FILENO) == 1 {
      let width = TerminalSession.size.width
      text = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.count <= width
          ? String(line)
          : WrappedText.lines(String(line), width: width, indent: "  ").joined(separator: "\n")
      }.joined(separator: "\n")
    }
    try? OpenFile.standardError.write(Array(text.utf8))
  }

  /// Shows a progress line on a terminal at standard error, overwriting one of the given width.
  package static func showProgress(_ line: String, over width: Int) {
    let text = PlainText.of(line)
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    let end = text.isEmpty ? "\r" : ""
    try? OpenFile.standardError.write(Array("\r\(text)\(blanks)\(end)".utf8))
  }
}
