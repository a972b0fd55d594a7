import ArgumentParser
import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingRuntime
import HeadingStorage

/// Decides whether a new calibration may replace the stored one.
struct ProfileReplacement: ParsableArguments {
  @Flag(help: "Replace the stored calibration even if its heading error is smaller.")
  var force = false

  /// Accepts a calibration that is not worse than the stored one; otherwise asks on a terminal.
  ///
  /// - Parameters:
  ///   - new: The new calibration.
  ///   - old: The calibration that it would replace, if any.
  ///   - name: The name of the old calibration in messages.
  /// - Throws: The exit status 1, after a message, if the old one is kept.
  func check(
    _ new: CalibrationProfile, replacing old: CalibrationProfile?, named name: String
  ) throws {
    guard !force, let found = new.drawback(replacing: old, named: name) else { return }
    if Self.confirms(found + "; replace it? [y/N] ") { return }
    throw Failure.exit(
      ExitStatus.refused,
      "\(found): the old one is untouched; turn and tilt more, give --output FILE to keep this one "
        + "beside it, or --force to replace it.")
  }

  /// As ``check(_:replacing:named:)`` for a file that may contain a calibration.
  func check(_ new: CalibrationProfile, over file: String) throws {
    let url = URL(fileURLWithPath: file).resolvingSymlinksInPath()
    // Reading a pipe would consume data meant for its reader.
    let kind = try? FileManager.default.attributesOfItem(atPath: url.path)[.type]
    guard kind as? FileAttributeType == .typeRegular else { return }
    try check(new, replacing: try? CalibrationProfile(contentsOf: url), named: file)
  }

  /// Asks the user on the terminal; without a terminal the answer is no.
  private static func confirms(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
    StandardStreams.writeError(Data("compass: \(question)".utf8))
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }
}
