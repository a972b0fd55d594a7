import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingCalibration
import HeadingGeometry
import HeadingSystem
import HeadingTerminal

/// `compass calibrate mount`: estimates the rotation of the device in its vehicle.
struct CalibrateMount: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mount",
    abstract: "Estimate the rotation of the device in its vehicle, and check for swapped axes.",
    discussion: """
      The rotation follows from a level pose and one with the nose up. Free motion afterwards shows
      whether the magnetometer's axes agree with the gyroscope's, or are swapped or inverted. A
      recording of a drive needs a speed column, rest on level ground at its start, then acceleration
      and braking; rotations about all axes determine the magnetometer's. Prints the matrix for --mount
      and for the configuration; nothing is stored.

      EXAMPLES
        compass calibrate mount
        compass calibrate mount --no-check --json
        compass calibrate mount --from drive.csv     a drive: rest, then acceleration and braking
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "Print one JSON object at the end; instructions go to standard error.")
  var json = false

  @Flag(inversion: .prefixedNo, help: "Check the magnetometer's axes by free motion.")
  var check = true

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time limit.", valueName: "seconds"))
  var timeout = 120.0

  @Option(
    help: ArgumentHelp("Estimate it from this recording of a drive.", valueName: "file"))
  var from: String?

  mutating func validate() throws {
    try CalibrationTimeout.check(timeout)
    if from != nil { try sensors.refuseForRecording() }
  }

  func run() async throws {
    if let from {
      let drive = try DriveMount(from)
      guard let mount = drive.mount else {
        throw Failure.exit(
          ExitStatus.refused,
          "no mount found in \(from): it needs two seconds of rest on the level at its start, and speed "
            + "that grows and falls by more than 1 m/s².")
      }
      return try show(mount.matrix, isSimulated: drive.isSimulated, drive.axes)
    }
    let opened = try sensors.configured().openUncalibrated(scenario: "six-poses")
    let guide = PoseGuide(opened, limit: timeout, json: json)
    let found = try await opened.runGuide { () throws(CalibrationAbandoned) in
      try await guide.mount(checks: check, at: opened.coordinate)
    }
    guard let matrix = found.matrix else {
      throw Failure.exit(
        ExitStatus.refused,
        "no mount found: the vehicle was not level and then nose up, both at rest.")
    }
    try show(
      matrix.matrix * (opened.mount ?? .identity).matrix, isSimulated: opened.isSimulated,
      found.axes)
    if !json, TerminalSession.isAvailable { reportMountError(found.lift) }
  }

  /// Reports the error of the mount for a given accelerometer bias, and how to apply the mount.
  ///
  /// A bias b tilts the vertical by b/g and, over both poses, rotates forward by √2 b/(g sin lift).
  private func reportMountError(_ lift: Angle?) {
    let tilt = Angle(radians: 0.1 / PhysicalConstants.standardGravity).degrees
    let turn = lift.map { tilt * 2.0.squareRoot() / $0.sine }
    let degrees = PrintfText.text("%.1f° in tilt and %.1f° in heading", tilt, turn ?? 180)
    StandardStreams.writeError(
      Data(
        """
        an accelerometer bias of 0.1 m/s² causes an error of \(degrees); compass calibrate \
        accelerometer estimates the bias
        next: compass config set mount "…" stores it, or give it to headingd with --mount\n
        """.utf8))
  }

  /// Describes the result of the check of the magnetometer's axes.
  private static func sentence(_ axes: AxisCheck.Finding?) -> String {
    guard let assignment = axes?.assignment else {
      return "the magnetometer's axes were not checked: too little motion about all axes"
    }
    if assignment == .identity { return "the magnetometer's axes are those of the gyroscope" }
    return "WRONG AXES: the magnetometer's should be \(assignment)"
      + (assignment.isMirrored
        ? "; it is left-handed, which no mount matrix corrects: its driver or the recording is wrong"
        : "; correct them by its mount matrix")
  }

  private func show(
    _ total: Matrix3, isSimulated: Bool, _ axes: AxisCheck.Finding?
  ) throws {
    let rows = [total.rows.x, total.rows.y, total.rows.z].map { [$0.x, $0.y, $0.z] }
    let text = rows.map { row in
      row.map { PrintfText.text("%.5f", $0) }.joined(separator: ", ")
    }.joined(separator: "; ")
    guard json else {
      if isSimulated { try StandardStreams.writeText("SIMULATED") }
      try StandardStreams.writeText("--mount \"\(text)\"")
      if check { try StandardStreams.writeText(Self.sentence(axes)) }
      return
    }
    try StandardStreams.write(
      try JSONLineObject.data([
        "mount_matrix": rows, "mount": text, "simulated": isSimulated,
        "axes": axes.map { $0.assignment.description },
        "mirrored": axes.map { $0.assignment.isMirrored },
      ]))
  }
}
