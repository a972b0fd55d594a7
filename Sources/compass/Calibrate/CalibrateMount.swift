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
    abstract: "Estimate the rotation of the device in its vehicle, and the axes of each sensor.",
    discussion: """
      The rotation follows from a level pose and one with the nose up. Slow turns about all axes
      afterwards give the axes of gyroscope and magnetometer relative to the accelerometer's, swapped,
      inverted and mirrored ones included, and tell whether accelerometer and gyroscope are one mirrored
      die; a magnetometer's need the place. A sensor whose mount matrix is refused is read in its chip's
      axes. A recording of a drive needs a speed column, rest on level
      ground at its start, then acceleration and braking, and the turns. Prints the matrices for --mount
      and for the configuration; nothing is stored.

      EXAMPLES
        compass calibrate mount
        compass calibrate mount --no-check --json
        compass calibrate mount --from drive.csv     a drive: rest, then acceleration and braking
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "Print one JSON object at the end; instructions go to standard error.")
  var json = false

  @Flag(inversion: .prefixedNo, help: "Find the axes of gyroscope and magnetometer by free motion.")
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
      return try show(
        MountReport(vehicle: mount.matrix, mounts: [:], axes: check ? drive.axes : nil),
        isSimulated: drive.isSimulated)
    }
    let opened = try sensors.configured().openUncalibrated(
      scenario: "six-poses", readsRefused: true)
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
      MountReport(vehicle: matrix.matrix, mounts: opened.mounts, axes: found.axes),
      isSimulated: opened.isSimulated)
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

  private func show(_ report: MountReport, isSimulated: Bool) throws {
    guard json else {
      if isSimulated { try StandardStreams.writeText("SIMULATED") }
      try StandardStreams.writeText("--mount \"\(report.option)\"")
      for sentence in report.sentences { try StandardStreams.writeText(sentence) }
      return
    }
    try StandardStreams.write(try JSONLineObject.data(report.object(isSimulated: isSimulated)))
  }
}
