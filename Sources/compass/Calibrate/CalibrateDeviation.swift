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

/// `compass calibrate deviation`: computes the deviation card of a swing and corrects a profile.
struct CalibrateDeviation: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deviation",
    abstract: "Compute the deviation by heading from a swing; print the card.",
    discussion: """
      The swing is a recording with a course on straight legs, or a CSV file of headings whose first
      line is `compass,reference`, both in degrees from magnetic north. Headings in six of eight
      octants determine all coefficients A to E, in four A to C, in fewer only A. Nothing is changed
      without --apply.

      EXAMPLES
        compass calibrate deviation swing.csv                         the card
        compass calibrate deviation drive.mcap --json
        compass calibrate deviation swing.csv --apply hat.json --output new.json
        compass calibrate deviation swing.csv --apply lis3mdl         stored as a revision and used
      """)

  @OptionGroup var source: SolutionSource

  @Option(
    help: ArgumentHelp(
      "Correct this profile for the deviation (a file, or a name of `compass profiles list`).",
      valueName: "profile"))
  var apply: String?

  @Option(
    help: ArgumentHelp(
      "Write the profile to this file instead of storing it.", valueName: "file"))
  var output: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  mutating func validate() throws {
    if output != nil, apply == nil {
      throw ValidationError("--output needs --apply PROFILE: the profile to change.")
    }
  }

  func run() throws {
    let (observations, isSimulated) = try typed().map { ($0, false) } ?? recordedLegs()
    guard let curve = DeviationCurve(observations), !observations.isEmpty else {
      throw Failure.exit(
        ExitStatus.refused,
        "\(source.file) has no swing: no straight leg with a course, and no `compass,reference`.")
    }
    let stored = try apply.map { try take(curve, isSimulated: isSimulated, outOf: $0) }
    guard json else {
      if isSimulated { try StandardStreams.writeText("SIMULATED") }
      try StandardStreams.writeText(curve.card, terminator: "")
      try StandardStreams.writeText(
        "\n\(curve.observationCount) of \(observations.count) headings used, residual \(tenths(curve.residual))°"
      )
      if let stored { try StandardStreams.writeText(stored) }
      return
    }
    var object: [String: Any?] = [
      "coefficients": curve.namedCoefficients, "residual": curve.residual.degrees,
      "used": curve.observationCount, "observations": observations.count,
      "simulated": isSimulated,
      "table": curve.table().map { [$0.compass, $0.deviation.degrees] },
    ]
    if let stored { object["stored"] = stored }
    try StandardStreams.write(JSONLineObject.data(object))
  }

  private func tenths(_ angle: Angle) -> Double { (angle.degrees * 10).rounded() / 10 }

  /// Reads the headings of a swing from a CSV file; `nil` for other files.
  private func typed() throws -> [DeviationCurve.Observation]? {
    guard source.file != "-", let text = try? String(contentsOfFile: source.file, encoding: .utf8)
    else { return nil }
    let lines = text.split(whereSeparator: \.isNewline)
    func fields(_ line: Substring) -> [String] {
      line.split(separator: ",").map { $0.trimming(while: \.isWhitespace) }
    }
    guard let first = lines.first, fields(first) == ["compass", "reference"] else { return nil }
    return try lines.dropFirst().enumerated().map { index, line in
      let values = fields(line).map { Double($0) }
      guard values.count == 2, let compass = values[0], let reference = values[1],
        (0...360).contains(compass), (0...360).contains(reference)
      else {
        throw Failure.exit(
          ExitStatus.dataError,
          "\(source.file), line \(index + 2): '\(line)' is not two headings from 0 to 360.")
      }
      return .init(compass: Heading(degrees: compass), reference: Heading(degrees: reference))
    }
  }

  /// Returns the straight legs of a recording, and whether it is simulated.
  private func recordedLegs() throws -> ([DeviationCurve.Observation], Bool) {
    let (audit, isSimulated) = try source.courseAudit(command: "calibrate deviation")
    return (audit.legs, isSimulated)
  }

  /// Stores a profile corrected for the deviation; returns a message that names its location.
  private func take(
    _ curve: DeviationCurve, isSimulated: Bool, outOf name: String
  ) throws -> String {
    try ProfileStoreOption.checked {
      let store = ProfileStore(environment: ProcessInfo.processInfo.environment)
      let reference = try store.find(name)
      var profile = try CalibrationProfile(contentsOf: reference.url)
      guard !isSimulated || profile.isSimulated || profile.sensor?.isSimulated == true else {
        throw Failure.exit(
          ExitStatus.dataError,
          "\(source.file) is SIMULATED and cannot correct the sensor of \(name), which is not: swing the real one."
        )
      }
      guard profile.correct(for: curve) else {
        throw Failure.exit(
          ExitStatus.refused,
          "the deviation is implausibly large; nothing is changed: calibrate the magnetometer again."
        )
      }
      if let output {
        try profile.write(to: URL(fileURLWithPath: output))
        return "written to \(output)"
      }
      guard let keeper = reference.keeper else {
        throw Failure.exit(
          ExitStatus.usage, "\(name) is a file: give --output FILE for the new one.")
      }
      return "\(keeper.sensor): revision \(try keeper.save(profile).number) is in use"
    }
  }
}
