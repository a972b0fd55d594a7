import ArgumentParser
import Foundation
import HeadingArguments
import HeadingEngine
import HeadingRecording
import HeadingSensing
import HeadingStorage

/// The solutions of a recording, CSV or MCAP, for commands that only look at them.
struct SolutionSource: ParsableArguments {
  @Argument(help: "The recording, CSV or MCAP; - is standard input.")
  var file: String

  @Option(help: ArgumentHelp("A calibration profile to apply.", valueName: "file"))
  var profile: String?

  @OptionGroup var place: PlaceOptions
  @OptionGroup var data: DataOptions

  /// Runs the recording through the engine.
  func forEach(command: String, _ body: (HeadingSolution) -> Void) throws {
    let engine = HeadingEngine(magneticModel: try data.magneticModel())
    let content = try InputFile.content(file)
    if MCAPReader.recognizes(content.prefix(8)) {
      try NamedRecording.refuse(
        (profile == nil ? [] : ["--profile"]) + place.given, of: file)
      do {
        var replay = try EventReplay(Array(content), engine: engine)
        while let solution = try replay.next() { body(solution) }
      } catch {
        throw Failure.exit(ExitStatus.dataError, "\(file) cannot be replayed: \(error).")
      }
      return
    }
    var options = RecordingReplay.Options()
    options.settings = place.settings
    options.date = place.moment
    if let profile { options.calibration = try ProfileArgument.load(profile).parameters }
    var replay = RecordingReplay(
      try NamedRecording.reader(content, of: file, command: command), engine: engine,
      options: options)
    while let solution = replay.next() { body(solution) }
    try NamedRecording.report(replay, of: file, command: command)
  }
}
