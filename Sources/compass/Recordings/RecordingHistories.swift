import ArgumentParser
import FoundationEssentials
import Geomagnetism
import HeadingArguments
import HeadingEngine
import HeadingProtocol
import HeadingRecording
import HeadingReplay
import HeadingRuntime
import HeadingSensing
import HeadingServer
import HeadingStorage

/// What `compass view` and `compass plot` show of a recording: its history as it was, then with each
/// of some other calibrations.
struct RecordingHistories: ParsableArguments {
  @Argument(help: "The recording, MCAP or CSV; - is standard input.")
  var file: String

  @Option(
    name: .customLong("profile"),
    help: ArgumentHelp(
      "A calibration profile, beside the recording's own; give it once for each.",
      valueName: "file"))
  var profiles: [String] = []

  @Flag(help: "Treat the recorded field as calibrated, without testing it.")
  var calibrated = false

  @OptionGroup var place: PlaceOptions
  @OptionGroup var data: DataOptions

  /// The recording's title.
  var title: String {
    file == "-" ? "standard input" : String(file.split(separator: "/").last ?? Substring(file))
  }

  /// Replays the recording.
  ///
  /// - Throws: The exit status, after a message, if it cannot be replayed.
  func histories(command: String) throws -> [RecordedHistory] {
    let geoid = data.geoid()
    if let complaint = geoid.complaint {
      StandardStreams.writeError(Data("compass: \(complaint)\n".utf8))
    }
    let model = try data.magneticModel()
    func engine() -> HeadingEngine { HeadingEngine(magneticModel: model, geoid: geoid.grid) }
    let content = try NamedRecording.content(file, command: command)
    // All profiles are read before the first replay, which may take minutes.
    let calibrations = try profiles.map { try ProfileArgument.load($0).parameters }
    let isEvents = MCAPReader.recognizes(content.prefix(8))
    var histories: [RecordedHistory] = []
    if isEvents {
      try NamedRecording.refuse((calibrated ? ["--calibrated"] : []) + place.given, of: file)
      histories.append(try events(Array(content), engine()))
    }
    let reader = try NamedRecording.reader(content, of: file, command: command)
    if !isEvents {
      let own =
        calibrated
        ? nil
        : reader.calibration ?? SelfCalibration.of(reader, named: file, place: place, model: model)
      histories.append(try rows(reader, "recorded", own, engine(), command, isFirst: true))
    }
    for (profile, calibration) in zip(profiles, calibrations) {
      let name = String(profile.split(separator: "/").last ?? Substring(profile))
      histories.append(try rows(reader, name, calibration, engine(), command, isFirst: false))
    }
    for history in histories where history.setBackCount > 0 {
      StandardStreams.writeError(
        Data(
          "compass: \(file): \(history.setBackCount) updates with a time before the last one are left out\n"
            .utf8))
    }
    return histories
  }

  /// The updates of an MCAP file as they were.
  private func events(
    _ bytes: [UInt8], _ engine: consuming HeadingEngine
  ) throws -> RecordedHistory {
    var history = RecordedHistory(name: "recorded")
    do throws(MCAPError) {
      var replay = try RecordedUpdates(bytes, engine: engine)
      while let update = try replay.next() {
        history.append(SolutionMessage(update), solution: update.solution)
      }
      if replay.isCut { NamedRecording.reportTruncation(file) }
    } catch {
      // What precedes the damage is valid.
      let sentence = "\(file) cannot be replayed: \(error)"
      guard !history.rows.isEmpty else { throw Failure.exit(ExitStatus.dataError, sentence + ".") }
      StandardStreams.writeError(
        Data("compass: \(sentence); what precedes the damage is shown\n".utf8))
    }
    return history
  }

  /// The rows of a table, or the samples of an MCAP file, with a calibration.
  private func rows(
    _ reader: RecordingReader, _ name: String, _ calibration: CalibrationParameters?,
    _ engine: consuming HeadingEngine, _ command: String, isFirst: Bool
  ) throws -> RecordedHistory {
    var options = place.replayOptions(of: reader)
    options.calibration = calibration
    var history = RecordedHistory(name: name)
    var replay = RecordingReplay(reader, engine: engine, options: options)
    while let solution = replay.next() {
      history.append(ReplayedUpdate(solution).message, solution: solution)
    }
    // The same rows are bad each time.
    if isFirst { try NamedRecording.report(replay, of: file, command: command) }
    return history
  }
}

extension PlaceOptions {
  /// The options of a replay; an MCAP recording has its own settings.
  func replayOptions(of reader: RecordingReader) -> ReplayOptions {
    var options = ReplayOptions()
    options.settings = (given.isEmpty ? reader.settings : nil) ?? tableSettings
    options.date = moment
    return options
  }
}
