import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import HeadingStorage
import HeadingSystem
import HeadingTerminal

/// `compass calibrate accelerometer`: calibrates by six poses.
struct CalibrateAccelerometer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accelerometer",
    abstract: "Calibrate the accelerometer: lay the device on each of its six sides, in any order.",
    discussion: """
      A pose is accepted after two seconds at rest; one between two sides, or with a specific force
      implausible for gravity, is refused. Bias and scale are stored in the sensor's profile.

      EXAMPLES
        compass calibrate accelerometer
        compass calibrate accelerometer --simulate --json
      """)

  @OptionGroup var sensors: SensorOptions
  @OptionGroup var result: CalibrationOutput

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time limit.", valueName: "seconds"))
  var timeout = 300.0

  mutating func validate() throws { try CalibrationTimeout.check(timeout) }

  func run() async throws {
    let opened = try sensors.configured().openUncalibrated(scenario: "six-poses")
    let keeping = try CalibrationStorage(
      opened, output: result.destination.output, replacement: result.destination.replacement)
    let guide = PoseGuide(opened, limit: timeout, json: result.json)
    let found = try await guide.sixSides(of: opened)
    var profile = opened.profileToChange
    profile.parameters.accelerometerBias = found.bias
    profile.parameters.accelerometerScale = found.scale
    let stored = try keeping.store(profile)
    let scale = found.scale.rows
    try result.show(
      [
        "bias": [found.bias.x, found.bias.y, found.bias.z],
        "scale": [scale.x.x, scale.y.y, scale.z.z], "residual": found.residual,
      ], stored, of: opened,
      PrintfText.text(
        "offset %.3f %.3f %.3f m/s2, scale %.4f %.4f %.4f, residual %.3f m/s2",
        found.bias.x, found.bias.y, found.bias.z, scale.x.x, scale.y.y, scale.z.z, found.residual))
    await stored.reachDaemon()
  }
}
