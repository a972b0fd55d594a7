import ArgumentParser
import HeadingArguments
import HeadingProtocol
import HeadingTerminal

/// `compass calibrate magnetometer`, the default of `compass calibrate`: a guided calibration.
struct CalibrateMagnetometer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "magnetometer",
    abstract: "Calibrate the magnetometer: follow the instructions; it stops when done.",
    discussion: """
      A terminal shows the covered directions, the next motion and the predicted heading error. A pipe
      receives a line per second, with --json an object per second, for a robot that turns itself. The
      profile is stored for the sensor and used; the previous one is kept (`compass profiles`). q or
      Esc leaves the old one in use; so does a calibration that is not accepted, with status 1. One
      worse than the stored one is stored only with --force, or if confirmed on a terminal.

      In the objects `target` is the heading error in degrees, 1σ, at 20° of tilt, at which it stops, and
      `obstacle` the reason in words why it does not stop yet; null once it can.

      EXAMPLES
        compass calibrate
        compass calibrate --latitude 47.4 --longitude 8.5        with the reference field: better
        compass calibrate --six-sides                            the accelerometer first
        compass calibrate --json --timeout 120                   for a robot
        compass calibrate --simulate --output hat.json           on a simulated hat that tumbles
        compass calibrate --from turns.csv --output boat.json    from a recording
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(
    help:
      "Calibrate the accelerometer by six sides first.")
  var sixSides = false

  @Option(
    help: ArgumentHelp(
      "Calibrate from this recording, MCAP or CSV, instead of sensors; - is standard input.",
      valueName: "file"))
  var from: String?

  @Flag(help: "Print one JSON object per second, and a final one.")
  var json = false

  @OptionGroup var destination: ProfileDestination

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop at this heading error at 20° of tilt, 1σ; by default 0.5 with all directions covered.",
      valueName: "degrees"))
  var target: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time limit; by default none on a terminal, else 300.", valueName: "seconds"))
  var timeout: Double?

  mutating func validate() throws {
    if sixSides, from != nil {
      throw ValidationError("--six-sides needs sensors, --from has a recording.")
    }
    if from != nil { try sensors.refuseForRecording() }
    if let target, !CalibrationRequest.isTarget(target) {
      throw ValidationError(
        "--target \(NumberText.typed(target)) is not 0.01 to 20 degrees.")
    }
    if let timeout { try CalibrationTimeout.check(timeout) }
  }

  func run() async throws {
    if let from {
      return try RecordingCalibration(
        file: from, place: sensors.place, model: try sensors.data.magneticModel(),
        output: destination.output, replacement: destination.replacement, json: json
      ).run()
    }
    try await CalibrationRun(
      sensors: sensors, json: json, output: destination.output,
      replacement: destination.replacement, target: target, timeout: timeout
    ).run(accelerometerFirst: sixSides)
  }
}
