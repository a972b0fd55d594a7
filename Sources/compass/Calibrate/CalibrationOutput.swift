import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingTerminal

/// Output options of a calibration.
struct CalibrationOutput: ParsableArguments {
  @Flag(help: "Print one JSON object at the end; instructions go to standard error.")
  var json = false

  @OptionGroup var destination: ProfileDestination

  /// Prints the result and its location.
  func show(
    _ object: [String: Any?], _ stored: CalibrationStorage.Stored,
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
