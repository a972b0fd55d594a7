import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingCalibration
import HeadingEngine
import HeadingRecording
import HeadingReplay
import HeadingRuntime
import HeadingSensing
import HeadingStorage

/// The solutions of a recording, CSV or MCAP, for commands that evaluate them.
struct SolutionSource: ParsableArguments {
  @Argument(help: "The recording, CSV or MCAP; - is standard input.")
  var file: String

  @Option(help: ArgumentHelp("A calibration profile to apply.", valueName: "file"))
  var profile: String?

  @Flag(help: "Treat the field of a CSV recording as calibrated, without testing it.")
  var calibrated = false

  @OptionGroup var place: PlaceOptions
  @OptionGroup var data: DataOptions

  /// Returns the course audit of the recording, and whether the recording is simulated.
  func courseAudit(command: String) throws -> (audit: CourseAudit, isSimulated: Bool) {
    var audit = CourseAudit()
    var isSimulated = false
    try forEach(command: command) {
      audit.add($0)
      isSimulated = isSimulated || $0.isSimulated
    }
    audit.finish()
    return (audit, isSimulated)
  }

  /// Replays the recording through the engine.
  func forEach(command: String, _ body: (HeadingSolution) -> Void) throws {
    let model = try data.magneticModel()
    let engine = HeadingEngine(magneticModel: model)
    let content = try NamedRecording.content(file, command: command)
    if MCAPReader.recognizes(content.prefix(8)) {
      try NamedRecording.refuse(
        (profile == nil ? [] : ["--profile"]) + (calibrated ? ["--calibrated"] : []) + place.given,
        of: file)
      do {
        var replay = try EventReplay(Array(content), engine: engine)
        while let solution = try replay.next() { body(solution) }
        if replay.isCut { NamedRecording.reportTruncation(file) }
      } catch {
        throw Failure.exit(ExitStatus.dataError, "\(file) cannot be replayed: \(error).")
      }
      return
    }
    var options = ReplayOptions()
    options.settings = place.tableSettings
    options.date = place.moment
    let reader = try NamedRecording.reader(content, of: file, command: command)
    if let profile {
      options.calibration = try ProfileArgument.load(profile).parameters
    } else if !calibrated {
      options.calibration =
        reader.calibration ?? SelfCalibration.of(reader, named: file, place: place, model: model)
    }
    var replay = RecordingReplay(reader, engine: engine, options: options)
    while let solution = replay.next() { body(solution) }
    try NamedRecording.report(replay, of: file, command: command)
  }
}
