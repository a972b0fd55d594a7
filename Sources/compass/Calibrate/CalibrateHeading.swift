import ArgumentParser
import HeadingArguments
import HeadingGeometry
import HeadingTerminal

/// `compass calibrate heading`: estimates the hard iron from one known heading.
struct CalibrateHeading: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heading",
    abstract: "Calibrate by a known magnetic heading: nothing has to be turned.",
    discussion: """
      The device lies still with its front in a magnetic heading that is known, from another compass or
      from a map less the declination. The place must be known: by a fix, or by --latitude and
      --longitude. It is the least of calibrations: the hard iron alone.

      EXAMPLES
        compass calibrate heading 270 --latitude 47.4 --longitude 8.5
      """)

  @Argument(help: "The magnetic heading of the front, degrees clockwise from magnetic north.")
  var degrees: Double

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "Print one JSON object a second, and the last when it is done.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write the profile to this file instead of keeping it for the sensor.", valueName: "file"))
  var output: String?

  @OptionGroup var replacement: ProfileReplacement

  @Option(parsing: .unconditional, help: ArgumentHelp("Seconds to listen.", valueName: "seconds"))
  var timeout = 5.0

  mutating func validate() throws {
    guard degrees >= 0, degrees <= 360 else {
      throw ValidationError("\(NumberText.typed(degrees)) is no heading; it is 0 to 360 degrees.")
    }
    try CalibrationTimeout.check(timeout)
  }

  func run() async throws {
    try await CalibrationRun(
      sensors: sensors, json: json, output: output, replacement: replacement, target: nil,
      timeout: timeout
    ).run(heading: Angle(degrees: degrees))
  }
}
