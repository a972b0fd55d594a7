import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingRecording
import HeadingReplay

/// A recording named on the command line.
enum NamedRecording {
  /// Opens a recording; `-` is standard input.
  static func open(_ file: String, command: String) throws -> RecordingReader {
    try reader(try content(file, command: command), of: file, command: command)
  }

  /// Reads a recording; fails after the beginning of a pipe that contains something else.
  static func content(_ file: String, command: String) throws -> Data {
    try InputFile.content(file) { beginning in
      guard !MCAPReader.recognizes(beginning.prefix(8)) else { return }
      _ = try reader(beginning, of: file, command: command)
    }
  }

  /// Rejects options without effect on the replay of events, which contain these values.
  static func refuse(_ options: [String], of file: String) throws {
    guard !options.isEmpty else { return }
    throw ValidationError(
      "\(options.joined(separator: ", ")) would change nothing: \(file) is an MCAP recording, which has its own."
    )
  }

  /// Reads the content of a recording.
  static func reader(
    _ content: Data, of file: String, command: String
  ) throws -> RecordingReader {
    do throws(RecordingError) {
      return try RecordingReader(content)
    } catch {
      throw Failure.exit(
        ExitStatus.dataError, "\(file) is not a recording: \(error); see compass help \(command).")
    }
  }

  /// Reports invalid rows and backward steps of the clock.
  static func report(
    _ replay: borrowing RecordingReplay<RecordingReader>, of file: String, command: String
  ) throws {
    if replay.setBackCount > 0 {
      StandardStreams.writeError(
        Data(
          "compass: \(file): t runs back (\(replay.setBackCount) times); what follows is carried on, after a pause of 10 s where the sensors do not\n"
            .utf8))
    }
    try report(replay.rows, of: file, command: command)
  }

  /// Reports that a recording is truncated.
  static func reportTruncation(_ file: String) {
    StandardStreams.writeError(
      Data("compass: \(file) was cut off: its complete part is used\n".utf8))
  }

  /// Reports invalid rows; throws if no row is valid.
  static func report(
    _ reader: RecordingReader, of file: String, command: String
  ) throws {
    for bad in reader.badRows.prefix(20) {
      StandardStreams.writeError(Data("compass: \(file): skipped \(bad)\n".utf8))
    }
    if reader.badRowCount > 0 {
      StandardStreams.writeError(
        Data(
          "compass: \(file): \(reader.rowCount) rows used, \(reader.badRowCount) skipped\n".utf8))
    }
    if reader.isCut { reportTruncation(file) }
    guard reader.damage == nil, reader.rowCount > 0 else {
      let error =
        reader.damage.map(RecordingError.damaged) ?? .noUsableRow(reader.badRows.first)
      throw Failure.exit(
        ExitStatus.dataError, "\(file) is not a recording: \(error); see compass help \(command).")
    }
  }
}
