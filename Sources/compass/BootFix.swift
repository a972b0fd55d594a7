import ArgumentParser
import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingStorage
import HeadingTerminal

/// `compass doctor --fix`: writes the doctor's lines into config.txt.
struct BootFix: ParsableArguments {
  @Flag(
    help: "Write the lines that config.txt needs, after asking; a copy of the old file is kept.")
  var fix = false

  @Flag(help: "With --fix, write without asking.")
  var yes = false

  mutating func validate() throws {
    if yes, !fix { throw ValidationError("--yes answers the question of --fix: give both.") }
  }

  /// Shows the change, asks, and writes it.
  ///
  /// - Throws: The exit status after a message, if nothing is written.
  func run(_ doctor: Doctor, _ findings: [Finding]) throws {
    let change: (old: BootConfiguration, new: BootConfiguration)?
    do throws(BootChangeError) {
      change = try doctor.bootChange(for: findings)
    } catch {
      throw Failure.exit(ExitStatus.noInput, "\(error)")
    }
    guard let change else {
      try StandardStreams.writeLine("config.txt needs no change.")
      return
    }
    let path = change.new.path
    try StandardStreams.writeLine("\(path):")
    for line in change.new.changes(from: change.old) { try StandardStreams.writeLine("  \(line)") }
    guard yes || Self.confirms("write \(path)? [y/N] ") else {
      throw Failure.exit(
        ExitStatus.refused,
        "\(path) is untouched: answer y on a terminal, or give --yes.")
    }
    let copy: String
    do {
      copy = try change.new.write(on: doctor.machine, date: Date())
    } catch {
      let isDenied = [POSIXErrorCode.EACCES, .EPERM].contains((error as? POSIXError)?.code)
      throw Failure.exit(
        ExitStatus.cannotCreate,
        "\(path) cannot be written: \(FileReason.text(error))"
          + (isDenied ? "; run sudo compass doctor --fix." : "; nothing is changed."))
    }
    try StandardStreams.writeLine(
      "\(path) is written; the old file is \(copy).\nIt takes effect with the next start: sudo reboot"
    )
  }

  /// Asks the user on the terminal; without a terminal the answer is no.
  private static func confirms(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
    StandardStreams.writeError(Data("compass: \(question)".utf8))
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }
}
