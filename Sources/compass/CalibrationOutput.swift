import ArgumentParser
import Foundation
import HeadingArguments

/// Where the result of a calibration goes and how it is shown.
struct CalibrationOutput: ParsableArguments {
  @Flag(help: "Print one JSON object when it is done; what to do is told on standard error.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write the profile to this file instead of keeping it for the sensor.", valueName: "file"))
  var output: String?

  /// Tells people what to do.
  func teller(_ opened: SensorOptions.Uncalibrated) -> @Sendable (String) -> Void {
    let mark = opened.isSimulated ? "SIMULATED " : ""
    return { StandardStreams.tell(Data("\(mark)\($0)\n".utf8)) }
  }

  /// Shows what was found and where it was stored.
  func show(
    _ object: [String: Any], _ stored: CalibrationKeeping.Stored, _ text: String
  ) throws {
    guard json else { return print("\(stored.sentence): \(text)") }
    var object = object
    object["file"] = stored.path
    try StandardStreams.write(JSONLineObject.data(object))
  }
}
