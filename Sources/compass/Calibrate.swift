import ArgumentParser
import Foundation
import HeadingArguments
import HeadingCalibration
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingTerminal

/// `compass calibrate`: a guided calibration of the magnetometer.
struct Calibrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Calibrate the magnetometer: turn it as the screen says, and it stops by itself.",
    discussion: """
      On a terminal the sphere of directions is drawn, with what was seen, the next motion in words and
      the heading error to expect. Into a pipe a line a second comes, with --json an object a second,
      for a robot that turns itself. The profile is kept for the sensor and put into use; the one before
      is kept too (`compass profiles`). q or Esc keeps the old one untouched; so does a calibration
      that is not good enough, with status 1.

      EXAMPLES
        compass calibrate
        compass calibrate --latitude 47.4 --longitude 8.5        with the field of the place: better
        compass calibrate --json --timeout 120                   for a robot
        compass calibrate --simulate --output hat.json           on a simulated hat that tumbles
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "Print one JSON object a second, and the last when it is done.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write the profile to this file instead of keeping it for the sensor.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The heading error at 20° of tilt, 1σ, at which it stops by itself.", valueName: "degrees"))
  var target = 0.5

  @Option(
    help: ArgumentHelp(
      "Seconds after which it stops; 300 without a terminal.", valueName: "seconds"))
  var timeout: Double?

  mutating func validate() throws {
    guard target > 0, target <= 20 else {
      throw ValidationError("--target \(target) is not between 0 and 20 degrees.")
    }
    if let timeout, !(timeout > 0 && timeout <= 86_400) {
      throw ValidationError("--timeout \(timeout) is not between 0 and 86400 seconds.")
    }
  }

  func run() async throws {
    let opened = try sensors.openUncalibrated(scenario: "tumbling")
    let keeping = try CalibrationKeeping(opened, output: output)
    let recorder = CalibrationRecorder(current: opened.current, coordinate: opened.coordinate)
    if let date = opened.date { recorder.set(date: date) }
    let session = CalibrationSession(
      sources: opened.sources, recorder: recorder, current: opened.current, target: target)
    let style = TerminalStyle(environment: ProcessInfo.processInfo.environment)
    let isScreen = !json && TerminalSession.isAvailable
    let guide = GuidedCalibration(
      mode: json ? .json : isScreen ? .screen : .lines, style: style, source: opened.name,
      isSimulated: opened.isSimulated, current: opened.current,
      limit: timeout ?? (isScreen ? nil : 300))
    let line = CalibrationLine(style: style, isSimulated: opened.isSimulated)
    switch await guide.run(session) {
    case .finished(let progress):
      let profile = progress.snapshot.profile(
        of: progress.result, mount: opened.mount, current: opened.current)
      let stored = try keeping.store(profile)
      if json {
        FileHandle.standardOutput.write(line.json(progress, state: "stored", file: stored.path))
      } else {
        let words = ProfileText(style: style).error(profile.parameters)
        print("\(opened.isSimulated ? "SIMULATED " : "")\(stored.sentence): heading error \(words)")
      }
    case .timedOut(let progress):
      if json, let progress {
        FileHandle.standardOutput.write(line.json(progress, state: "refused"))
      }
      let why = progress?.result.reasons.advice.joined(separator: "; ") ?? ""
      throw Failure.exit(
        ExitCode(1),
        "no calibration, the old one is untouched: "
          + (progress == nil ? "nothing came from \(opened.name)" : why) + ".")
    case .abandoned:
      throw Failure.exit(ExitCode(1), "left; the old calibration is untouched.")
    case .outputClosed: return
    }
  }
}
