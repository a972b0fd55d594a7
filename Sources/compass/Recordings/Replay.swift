import ArgumentParser
import FoundationEssentials
import Geomagnetism
import Glibc
import HeadingArguments
import HeadingEngine
import HeadingProtocol
import HeadingROS
import HeadingRecording
import HeadingReplay
import HeadingRuntime
import HeadingStorage
import HeadingTerminal

/// `compass replay`: replays a recording through the engine at full speed.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay a recording through the same engine, at full speed.",
    discussion: """
      The recording is MCAP or CSV, as written by `compass record` and recognized by its first bytes.
      MCAP is replayed event by event, with its own calibration, settings and clock; with --smooth as a
      table of its samples. The first line of CSV names the columns: t (s), gyr_x,gyr_y,gyr_z (rad/s),
      acc_x,… (m/s²), mag_x,… (µT), and optionally utc (Unix seconds), pressure (Pa), temperature (°C),
      latitude,longitude (°), altitude (above the sea), ellipsoidal_altitude, horizontal_accuracy,
      vertical_accuracy (m, 68 %), speed, speed_accuracy, climb_rate, water_speed (m/s), course (°), simulated (1 or
      true). An empty cell is a missing value; a fix or a pressure that is repeated in the next rows counts
      once. Other columns are ignored. Body frame: x right, y forward, z up. The table written by
      --output also has the column `simulated`.

      An --output that ends in .mcap is a bag of ROS 2: /imu/data, /imu/mag, /pressure, /gps/fix, /odometry,
      /heading, /diagnostics and /tf; docs/ros.md describes them.

      For CSV without --profile, the recorded field is first tested for hard and soft iron. If there is
      any and the position is known (a fix, or --latitude and --longitude), the recording calibrates
      itself, with a message; without a position the iron is estimated as the device turns.
      --calibrated uses the field as recorded. `compass calibrate --from` makes a profile of a recording.

      EXAMPLES
        compass replay walk.csv --output headings.csv
        compass replay drive.mcap --json             the recorded updates, bit for bit
        compass replay flight-*.mcap --json          a flight recorder's files, one after another
        compass replay walk.mcap --smooth --output survey.csv
        compass replay drive.mcap --output bag.mcap  a bag of ROS 2
        compass replay walk.csv --json --date 2026-06-01 --latitude 47.4 --longitude 8.5
        cat walk.csv | compass replay - --output -
      """)

  @Argument(help: "The recording; - is standard input. MCAP: one or several, in order.")
  var files: [String]

  private var file: String { files[0] }

  @Option(
    help: ArgumentHelp(
      "Write a row or messages per input row to this file; - is standard output.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "csv or ros2; by default selected by the output's name.", valueName: "format"))
  var format: ReplayFormat?

  @OptionGroup var ros: ROSArguments

  @Option(help: ArgumentHelp("ROS: frame of odometry and /tf. Default map.", valueName: "frame"))
  var mapFrame: ROSFrameName?

  @Flag(help: "Print one JSON object per input row.")
  var json = false

  @Option(help: ArgumentHelp("A calibration profile to apply.", valueName: "file"))
  var profile: String?

  @Flag(help: "Treat the recorded field as calibrated, without testing it.")
  var calibrated = false

  @Flag(
    help:
      "Smooth: use the whole recording for every row, also later data; for surveys, not for live use."
  )
  var smooth = false

  @OptionGroup var units: UnitOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var data: DataOptions

  mutating func validate() throws {
    if let output, output != "-", files.contains(where: { $0 != "-" && Self.isSame(output, $0) }) {
      throw ValidationError("--output \(output) is the recording itself: name another file.")
    }
    if format == nil, let output, [".bag", ".db3"].contains(where: output.lowercased().hasSuffix) {
      throw ValidationError(
        "--output \(output): of ROS, bags of ROS 2 in MCAP are written. Name it .mcap, or give --format csv for a table."
      )
    }
    if format != nil, output == nil {
      throw ValidationError("--format is that of --output: name a file, or - for standard output.")
    }
    if output == nil || outputFormat != .ros2 {
      try ros.refuse(unless: "--format ros2", also: mapFrame == nil ? [] : ["--map-frame"])
    } else if output == "-", isatty(STDOUT_FILENO) == 1 {
      throw ValidationError(
        "MCAP is binary and not for a terminal: name a file, or write into a pipe.")
    }
    if output == "-", json {
      throw ValidationError("--output - and --json both go to standard output: choose one.")
    }
    if profile != nil, calibrated {
      throw ValidationError("--profile and --calibrated contradict each other: choose one.")
    }
  }

  /// The format of the output.
  private var outputFormat: ReplayFormat {
    format ?? (output?.lowercased().hasSuffix(".mcap") == true ? .ros2 : .csv)
  }

  private var destination: ReplayLines.Destination? {
    guard let output else { return nil }
    guard outputFormat == .ros2 else { return .table(output) }
    var options = ros.options
    options.map = mapFrame?.rawValue ?? options.map
    return .bag(output, options)
  }

  /// Returns whether two paths lead to the same file.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  func run() throws {
    let geoid = data.geoid()
    if let complaint = geoid.complaint {
      StandardStreams.writeError(Data("compass: \(complaint)\n".utf8))
    }
    let model = try data.magneticModel()
    let engine = HeadingEngine(magneticModel: model, geoid: geoid.grid)
    let content = try NamedRecording.content(file, command: "replay")
    if !smooth, let bytes = mcap(content) {
      return try replay(bytes, engine, model: model.name)
    }
    if files.count > 1 {
      throw ValidationError(
        "several files can be replayed only if they are MCAP, and not with --smooth.")
    }
    let reader = try NamedRecording.reader(content, of: file, command: "replay")
    var options = place.replayOptions(of: reader)
    options.isSmoothed = smooth
    if let profile {
      options.calibration = try ProfileArgument.load(profile).parameters
    } else if !calibrated {
      options.calibration =
        reader.calibration
        ?? SelfCalibration.of(reader, named: file, place: place, model: model)
    }
    // A date without time suffices for the declination; a time of day is not invented.
    if json, !reader.hasUniversalTime, place.isDayAlone {
      StandardStreams.writeError(
        Data(
          "compass: a date gives no time of day, so `time` is null; give --date \(place.date ?? "")T12:00:00Z or the like\n"
            .utf8))
    }
    var replay = RecordingReplay(reader, engine: engine, options: options)
    let sink = try ReplayOutput(destination, json: json, style: try units.style())
    while let solution = replay.next() { try sink.append(ReplayedUpdate(solution)) }
    try sink.finish()
    try NamedRecording.report(replay, of: file, command: "replay")
  }

  /// Returns the bytes of an MCAP file; `nil` for other formats.
  private func mcap(_ content: Data) -> [UInt8]? {
    MCAPReader.recognizes(content.prefix(8)) ? Array(content) : nil
  }

  /// Replays events, which contain calibration, settings and clock.
  private func replay(
    _ bytes: [UInt8], _ engine: consuming HeadingEngine, model: String
  ) throws {
    let given = (profile == nil ? [] : ["--profile"]) + (calibrated ? ["--calibrated"] : [])
    try NamedRecording.refuse(given + place.given, of: file)
    var name = file
    var opened: ReplayOutput?
    do {
      var replay = try RecordedUpdates(bytes, engine: engine)
      // The first event is read before the output is opened, so that a failure keeps an old table.
      let first = try replay.next()
      let sink = try ReplayOutput(destination, json: json, style: try units.style())
      opened = sink
      func append(_ update: SolutionUpdate) throws {
        try sink.append(ReplayedUpdate(update, isRepetition: replay.isRepetition))
      }
      if let first { try append(first) }
      for next in files {
        if next != file {
          name = next
          let content = try NamedRecording.content(next, command: "replay")
          guard let bytes = mcap(content) else { throw MCAPError.notMCAP }
          try replay.open(bytes)
        }
        while let update = try replay.next() { try append(update) }
        if replay.isCut {
          StandardStreams.writeError(
            Data("compass: \(next) was cut off after event \(replay.eventCount)\n".utf8))
        }
      }
      try sink.finish()
      if replay.startsMidRun {
        StandardStreams.writeError(
          Data(
            "compass: \(file) begins in the middle of a run, so its first lines differ from the published ones\n"
              .utf8))
      }
      if let recorded = replay.setup?.model, recorded != model {
        StandardStreams.writeError(
          Data("compass: it was recorded with \(recorded); select that with --model\n".utf8))
      }
    } catch let error as MCAPError {
      // Updates up to the damage are valid.
      try opened?.finish()
      throw Failure.exit(ExitStatus.dataError, "\(name) cannot be replayed: \(error).")
    }
  }
}
