import ArgumentParser
import HeadingArguments
import HeadingTerminal

/// `compass calibrate magnetometer`, the default of `compass calibrate`: a guided calibration.
struct CalibrateMagnetometer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "magnetometer",
    abstract: "Calibrate the magnetometer: turn it as the screen says, and it stops by itself.",
    discussion: """
      On a terminal the sphere of directions is drawn, with what was seen, the next motion in words and
      the heading error to expect. Into a pipe a line a second comes, with --json an object a second,
      for a robot that turns itself. The profile is kept for the sensor and put into use; the one before
      is kept too (`compass profiles`). q or Esc keeps the old one untouched; so does a calibration
      that is not good enough, with status 1, or worse than the one kept before: on a terminal that is
      asked, elsewhere refused, unless --force is given.

      In the objects `target` is the heading error in degrees, 1σ, at 20° of tilt, at which it stops, and
      `obstacle` what keeps it from stopping now, in a sentence; null once it is good enough.

      EXAMPLES
        compass calibrate
        compass calibrate --latitude 47.4 --longitude 8.5        with the field of the place: better
        compass calibrate --six-sides                            the accelerometer first, then the field
        compass calibrate --json --timeout 120                   for a robot
        compass calibrate --simulate --output hat.json           on a simulated hat that tumbles
        compass calibrate --from turns.csv --output boat.json    from a recording, as record writes it
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(
    help:
      "Calibrate the accelerometer on its six sides first, then the field.")
  var sixSides = false

  @Option(
    help: ArgumentHelp(
      "Calibrate from this recording, MCAP or CSV, instead of sensors; - is standard input.",
      valueName: "file"))
  var from: String?

  @Flag(help: "Print one JSON object a second, and the last when it is done.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write the profile to this file instead of keeping it for the sensor.", valueName: "file"))
  var output: String?

  @OptionGroup var replacement: ProfileReplacement

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop once the heading error at 20° of tilt, 1σ, is this small; 0.5 and all directions without it.",
      valueName: "degrees"))
  var target: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds after which it stops; 300 without a terminal.", valueName: "seconds"))
  var timeout: Double?

  mutating func validate() throws {
    if sixSides, from != nil {
      throw ValidationError("--six-sides needs sensors, --from has a recording.")
    }
    if from != nil { try sensors.refuseForRecording() }
    if let target, !(target > 0 && target <= 20) {
      throw ValidationError(
        "--target \(NumberText.typed(target)) is not above 0 and up to 20 degrees.")
    }
    if let timeout { try CalibrationTimeout.check(timeout) }
  }

  func run() async throws {
    if let from {
      return try RecordingCalibration(
        file: from, place: sensors.place, model: try sensors.data.magneticModel(), output: output,
        replacement: replacement, json: json
      ).run()
    }
    try await CalibrationRun(
      sensors: sensors, json: json, output: output, replacement: replacement, target: target,
      timeout: timeout
    ).run(accelerometerFirst: sixSides)
  }
}
