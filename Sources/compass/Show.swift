import ArgumentParser
import HeadingArguments
import HeadingProtocol
import HeadingRuntime
import HeadingTerminal

/// `compass show`, the default: shows the heading live.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the heading: full screen on a terminal, a line per update into a pipe.",
    discussion: """
      Without --uri, --connect or --simulate, the daemon is used if its socket exists, else this
      machine's IIO sensors. Without sensors the program exits with status 69; only `compass`
      without arguments on a terminal then shows the simulated hat, marked as such.

      EXAMPLES
        compass                                      full screen; q quits
        compass --json --rate 5 | jq .true_heading   five objects per second
        compass --once --json                        one object
        compass --format ros-yaml | rostopic pub /imu/data sensor_msgs/Imu
        compass --uri ip:192.168.1.20                the sensors of another machine, through iiod
        compass --mavlink udp:0.0.0.0:14550          the sensors of a flight controller
        compass --connect boat.local:5450            the daemon of another machine
        compass --latitude 47.4 --longitude 8.5      true heading without a receiver
      """)

  @OptionGroup var sensors: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  @OptionGroup var units: UnitOptions
  @OptionGroup var coordinates: CoordinateOptions

  @Flag(help: "Print one JSON object per update.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "ros-yaml: print one YAML document of sensor_msgs/Imu per update, for rostopic of ROS 1.",
      valueName: "format"))
  var format: ShowFormat?

  @OptionGroup var ros: ROSArguments

  @Flag(help: "Print one update as soon as there is a heading, then end.")
  var once = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest rate of updates; by default all, 10 Hz on a full screen.",
      valueName: "hz"))
  var rate: Double?

  mutating func validate() throws {
    if json, format != nil {
      throw ValidationError("--json and --format both say what is printed: choose one.")
    }
    if format == nil { try ros.refuse(unless: "--format ros-yaml") }
    if let rate, !(rate > 0 && rate <= 10_000) {
      throw ValidationError(
        rate > 10_000
          ? "--rate \(NumberText.typed(rate)) is more than 10000 updates per second: leave it out for every update."
          : "--rate \(NumberText.typed(rate)) would show nothing: give updates per second above 0, up to 10000, "
            + "or leave it out for every update."
      )
    }
  }

  func run() async throws {
    while try await show() == .calibration { try await calibrate() }
  }

  /// Calibrates the magnetometer; reports a failure and returns to the readout.
  private func calibrate() async throws {
    do {
      try await CalibrationRun(
        sensors: sensors, json: false, output: nil, replacement: ProfileReplacement.parse([]),
        target: nil, timeout: nil
      ).run()
    } catch let status as ExitCode {
      // The message was printed; after an abandoned calibration the readout resumes at once.
      if status == .success { return }
    }
    try StandardStreams.writeText("Press Enter to return to the compass ", terminator: "")
    _ = readLine()
  }

  private func show() async throws -> Readout.Ending {
    let feed = try await HeadingFeed.chosen(
      sensors: sensors, daemon: daemon,
      absence: MissingSensorPolicy(
        onTerminal: TerminalSession.isOutputTerminal, arguments: CommandLine.arguments.dropFirst(),
        scenario: try sensors.source.parsedScenario()))
    let form: Readout.Form = json ? .json : format == nil ? .line : .rosYAML(ros.options)
    let isScreen = !once && form == .line && TerminalSession.isAvailable
    let readout = Readout(
      style: coordinates.apply(to: try units.style()),
      mode: isScreen ? .screen : once ? .once(form) : .stream(form), rate: rate, source: feed.name)
    let signals = once || isScreen ? nil : InterruptSignals.endProgram()
    defer { signals?.cancel() }
    let ending = await readout.show(feed)
    try Readout.check(ending)
    return ending
  }
}
