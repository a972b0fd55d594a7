import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingCalibration
import HeadingGeometry
import HeadingTerminal

/// `compass audit`: compares heading with course.
struct Audit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare heading with a receiver's course on straight legs; changes nothing.",
    discussion: """
      A leg lasts at least 10 s, is faster than 1.5 m/s and straight within 8°. Four legs determine a
      constant offset (the mount, the sign of the declination), eight a deviation as a function of
      heading. Leeway and current also appear as an offset, which no compass can observe: sail legs
      in both directions.

      EXAMPLES
        compass audit drive.mcap
        compass record - --simulate --scenario drive --seconds 130 | compass audit -
        compass audit drive.csv --profile hat.json --json
        compass status                              the result of a running daemon
      """)

  @OptionGroup var source: SolutionSource

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let (audit, isSimulated) = try source.courseAudit(command: "audit")
    guard let finding = audit.finding else {
      throw Failure.exit(
        ExitStatus.refused,
        "\(source.file == "-" ? "standard input" : source.file) has \(audit.legCount) straight "
          + "\(audit.legCount == 1 ? "leg" : "legs") with a course, four are needed: drive "
          + "straight on for 10 s and longer, faster than 1.5 m/s, and give a date.")
    }
    guard json else {
      return try StandardStreams.writeText("\(isSimulated ? "SIMULATED " : "")\(finding)")
    }
    var object: [String: Any?] = [
      "legs": finding.legs, "finding": finding.description, "simulated": isSimulated,
    ]
    switch finding.kind {
    case .nothing(let deviation):
      object["kind"] = "none"
      object["deviation"] = deviation.degrees
    case .offset(let offset, let deviation):
      object["kind"] = "offset"
      object["offset"] = offset.degrees
      object["deviation"] = deviation.degrees
    case .deviation(let curve):
      object["kind"] = "deviation"
      object["coefficients"] = curve.namedCoefficients
      object["residual"] = curve.residual.degrees
    }
    try StandardStreams.write(JSONLineObject.data(object))
  }
}
