import ArgumentParser
import Foundation
import HeadingArguments
import HeadingTerminal

/// Output options of a calibration.
struct CalibrationOutput: ParsableArguments {
  @Flag(help: "Print one JSON object at the end; instructions go to standard error.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write the profile to this file instead of storing it for the sensor.", valueName: "file"))
  var output: String?

  @OptionGroup var replacement: ProfileReplacement

  /// Prints the result and its location.
  func show(
    _ object: [String: Any], _ stored: CalibrationStorage.Stored,
    of opened: SensorOptions.Uncalibrated, _ text: String
  ) throws {
    let mark = opened.isSimulated ? "SIMULATED " : ""
    guard json else { return try StandardStreams.writeText("\(mark)\(stored.sentence): \(text)") }
    var object = object
    object["file"] = stored.path
    object["simulated"] = opened.isSimulated
    try StandardStreams.write(JSONLineObject.data(object))
  }
}
