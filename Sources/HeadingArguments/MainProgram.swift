package import ArgumentParser
import FoundationEssentials
import Glibc
import HeadingStorage
import HeadingTerminal
import IndustrialIO

/// Main function of a program: parses, runs, and exits with a sysexits.h status.
package enum MainProgram {
  /// Runs the command that the arguments name, and exits.
  ///
  /// An error is one line on standard error; an output that cannot be written exits with 74.
  package static func run<Root: AsyncParsableCommand>(_ root: Root.Type) async -> Never {
    LibraryMessages.silence()
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      // The parser answers `help` with an unknown word by the general help and success.
      if words == ["help", "exit-status"] {
        try StandardStreams.writeLine(
          HelpText.wrapped("EXIT STATUS\n" + ExitStatus.table, width: width))
        end(.success)
      }
      if words.first == "help",
        let complaint = CommandName.complaint(Array(words.dropFirst()), below: root)
      {
        end(Failure.exit(ExitStatus.usage, complaint))
      }
      var command = try root.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      end(.success)
    } catch let status as ExitCode {
      end(status)
    } catch {
      let status = root.exitCode(for: error)
      if status.isSuccess {
        // Help, version and shell completion are requested output.
        let text = root.fullMessage(for: error, columns: .max)
        let isForPrograms =
          words.first.map { word in
            ["---completion", "--generate-completion-script", "--experimental-dump-help"]
              .contains { word.hasPrefix($0) }
          } ?? false
        let isWritten: Void? = try? StandardStreams.write(
          Data(((isForPrograms ? text : HelpText.wrapped(text, width: width)) + "\n").utf8))
        end(isWritten == nil ? ExitStatus.ioError : status)
      }
      // The parser gives status 1 to errors that it does not know: system errors without a message.
      if status == .failure { end(Failure.exit(ExitStatus.ioError, FileReason.text(error) + ".")) }
      end(
        Failure.exit(
          status,
          CommandName.complaint(words, below: root) ?? UnknownOption.complaint(words, below: root)
            ?? sentence(error, below: root)))
    }
  }

  /// Width of help in columns: the terminal's, up to a readable line length.
  private static let width = min(
    100, TerminalStyle(environment: ProcessInfo.processInfo.environment).columns)

  /// The parser's message on one line, with a hint to the help.
  private static func sentence(_ error: any Error, below root: any ParsableCommand.Type) -> String {
    func line(_ text: some StringProtocol) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let message = line(root.message(for: error))
    let end = message.last.map { ".?!".contains($0) } ?? true ? "" : "."
    if let remedy = DecimalComma.remedy(message) { return message + end + " " + remedy }
    let hint = (root.fullMessage(for: error).split(separator: "\n").last.map(line) ?? "")
      .replacing(" for more information", with: "")
    return message + end + (hint.hasPrefix("See ") && !message.contains("See ") ? " " + hint : "")
  }

  /// Flushes the output and exits.
  private static func end(_ status: ExitCode) -> Never {
    guard fflush(nil) == 0 || !status.isSuccess else {
      exit(
        Failure.exit(
          ExitStatus.ioError, "standard output cannot be written: is the disk full?"
        ).rawValue)
    }
    exit(status.rawValue)
  }
}
