import ArgumentParser
import HeadingArguments
import HeadingGeometry
import HeadingProtocol
import HeadingTerminal

/// `compass calibrate heading`: estimates the hard iron from one known heading.
struct CalibrateHeading: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heading",
    abstract: "Calibrate by a known magnetic heading, at rest.",
    discussion: """
      The device is at rest with its front at a known magnetic heading, from another compass or from a
      map minus the declination. The position must be known, from a fix or from --latitude and
      --longitude. This is the weakest calibration: it estimates only the hard iron.

      EXAMPLES
        compass calibrate heading 270 --latitude 47.4 --longitude 8.5
      """)

  @Argument(help: "The magnetic heading of the front, degrees clockwise from magnetic north.")
  var degrees: Double

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "Print one JSON object per second, and a final one.")
  var json = false

  @OptionGroup var destination: ProfileDestination

  @Option(parsing: .unconditional, help: ArgumentHelp("Duration of rest.", valueName: "seconds"))
  var timeout = 5.0

  mutating func validate() throws {
    guard CalibrationRequest.isHeading(degrees) else {
      throw ValidationError("\(NumberText.typed(degrees)) is no heading; it is 0 to 360 degrees.")
    }
    try CalibrationTimeout.check(timeout)
  }

  func run() async throws {
    try await CalibrationRun(
      sensors: sensors, json: json, output: destination.output,
      replacement: destination.replacement, target: nil, timeout: timeout
    ).run(heading: Angle(degrees: degrees))
  }
}
