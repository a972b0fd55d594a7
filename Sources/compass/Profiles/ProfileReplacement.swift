import ArgumentParser
import Foundation
import Glibc
import HeadingArguments
import HeadingGeometry
import HeadingSensing
import HeadingStorage

/// Whether a new calibration may take the place of the one that is kept.
struct ProfileReplacement: ParsableArguments {
  @Flag(help: "Replace the calibration kept before even if its heading error is smaller.")
  var force = false

  /// Lets a calibration pass that is no worse than the one kept before; of a worse one it asks on a
  /// terminal.
  ///
  /// - Parameters:
  ///   - new: The new calibration.
  ///   - old: The one that it would replace, if any.
  ///   - name: What to call that one.
  /// - Throws: The exit status 1, after a sentence, if the old one stays.
  func check(
    _ new: CalibrationProfile, replacing old: CalibrationProfile?, named name: String
  ) throws {
    guard !force, let before = old?.parameters.headingError else { return }
    let after = new.parameters.headingError
    guard Self.shown(after ?? Angle(degrees: 180)) > Self.shown(before) else { return }
    let found =
      "this calibration's heading error is \(after.map(Self.text) ?? "not stated"), "
      + "that of \(name) is \(Self.text(before))"
    if Self.confirms(found + "; replace it? [y/N] ") { return }
    throw Failure.exit(
      ExitStatus.refused,
      "\(found): the old one is untouched; turn and tilt more, give --output FILE to keep this one "
        + "beside it, or --force to replace it.")
  }

  /// As ``check(_:replacing:named:)`` for what is written to a file that may hold a calibration.
  func check(_ new: CalibrationProfile, over file: String) throws {
    let url = URL(fileURLWithPath: file).resolvingSymlinksInPath()
    // Reading a pipe would take what is meant for its reader.
    let kind = try? FileManager.default.attributesOfItem(atPath: url.path)[.type]
    guard kind as? FileAttributeType == .typeRegular else { return }
    try check(new, replacing: try? CalibrationProfile(contentsOf: url), named: file)
  }

  /// Hundredths of a degree: what people are shown as equal is equal.
  private static func shown(_ angle: Angle) -> Double { (angle.degrees * 100).rounded() }

  private static func text(_ angle: Angle) -> String {
    String(format: "±%.2f° level", angle.degrees)
  }

  /// Asks whoever sits at the terminal; without one nobody has agreed.
  private static func confirms(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
    StandardStreams.tell(Data("compass: \(question)".utf8))
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }
}
