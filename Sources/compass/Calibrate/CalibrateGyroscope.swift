import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingCalibration
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingSystem
import HeadingTerminal

/// `compass calibrate gyroscope`: estimates the bias at rest.
struct CalibrateGyroscope: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gyroscope",
    abstract: "Calibrate the gyroscope: leave the device at rest; motion is refused.",
    discussion: """
      EXAMPLES
        compass calibrate gyroscope
        compass calibrate gyroscope --simulate --scenario pose --json
      """)

  @OptionGroup var sensors: SensorOptions
  @OptionGroup var result: CalibrationOutput

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Duration of rest, at least 4.", valueName: "seconds"))
  var timeout = BiasRest.length

  mutating func validate() throws {
    guard timeout >= 4, timeout <= 3600 else {
      throw ValidationError(
        "--timeout \(NumberText.typed(timeout)) is not between 4 and 3600 seconds.")
    }
  }

  func run() async throws {
    let opened = try sensors.configured().openUncalibrated(scenario: "pose")
    let keeping = try CalibrationStorage(
      opened, output: result.destination.output, replacement: result.destination.replacement)
    let guide = PoseGuide(opened, limit: timeout, json: result.json)
    let outcome = try await opened.runGuide { () throws(CalibrationAbandoned) in
      try await guide.gyroscope()
    }
    let offset: GyroscopeOffset
    switch outcome {
    case .success(let found): offset = found
    case .failure(let refusal):
      throw Failure.exit(
        ExitStatus.refused, "no calibration, \(opened.unchanged): \(refusal).")
    }
    var profile = opened.profileToChange
    profile.parameters.gyroscopeBias = offset.bias
    let stored = try keeping.store(profile)
    let bias = offset.bias
    try result.show(
      ["bias": [bias.x, bias.y, bias.z], "deviation": offset.deviation], stored, of: opened,
      PrintfText.text(
        "offset %.5f %.5f %.5f rad/s, 1 sigma %.5f rad/s", bias.x, bias.y, bias.z,
        offset.deviation))
    await stored.reachDaemon()
  }
}
