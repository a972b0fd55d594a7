import ArgumentParser
import Foundation
import HeadingArguments
import HeadingCalibration
import HeadingGeometry
import HeadingTerminal

/// `compass calibrate mount`: how the device is turned in its vehicle.
struct CalibrateMount: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mount",
    abstract: "Find how the device is turned in its vehicle, and whether an axis is swapped.",
    discussion: """
      The vehicle level, then its nose lifted: the rotation follows, at any angle. Turned about freely
      afterwards, it tells whether the magnetometer's axes are those of the gyroscope, or swapped or
      inverted. Prints the matrix for --mount and for the configuration; nothing is stored.

      EXAMPLES
        compass calibrate mount
        compass calibrate mount --no-check --json
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "Print one JSON object when it is done; what to do is told on standard error.")
  var json = false

  @Flag(inversion: .prefixedNo, help: "Check the magnetometer's axes by free motion.")
  var check = true

  @Option(help: ArgumentHelp("Seconds after which it gives up.", valueName: "seconds"))
  var timeout = 120.0

  func run() async throws {
    let opened = try sensors.openUncalibrated(scenario: "six-poses")
    let mark = opened.isSimulated ? "SIMULATED " : ""
    let guide = PoseGuide(sources: opened.sources, limit: timeout) {
      StandardStreams.tell(Data("\(mark)\($0)\n".utf8))
    }
    let found = await guide.mount(checks: check)
    guard let matrix = found.matrix else {
      throw Failure.exit(
        ExitCode(1), "no mount found: the vehicle was not level and then nose up, both at rest.")
    }
    let total = matrix.matrix * (opened.mount ?? .identity).matrix
    let rows = [total.rows.x, total.rows.y, total.rows.z].map { [$0.x, $0.y, $0.z] }
    let text = rows.map { row in
      row.map { String(format: "%.5f", $0) }.joined(separator: ", ")
    }.joined(separator: "; ")
    if json {
      try StandardStreams.write(
        try JSONLineObject.data([
          "mount_matrix": rows, "mount": text, "simulated": opened.isSimulated,
          "axes": found.axes.map { $0.assignment.description as Any } ?? NSNull(),
          "mirrored": found.axes.map { $0.assignment.isMirrored as Any } ?? NSNull(),
        ]))
      return
    }
    print("--mount \"\(text)\"")
    if let axes = found.axes {
      print("the magnetometer's axes: \(axes.assignment)")
    } else if check {
      print("the magnetometer's axes were not checked: too little motion about all axes")
    }
  }
}
