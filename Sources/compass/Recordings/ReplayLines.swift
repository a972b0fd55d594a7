import FoundationEssentials
import HeadingArguments
import HeadingProtocol
import HeadingRecording
import HeadingRuntime
import HeadingStorage
import HeadingSystem
import HeadingTerminal

/// Output of a replay: a table, JSON lines, or text lines if neither is requested.
struct ReplayLines {
  private var table: SolutionTable?
  private let file: OpenFile?
  private let tableName: String
  private let json: Bool
  private let line: UpdateLine
  private var pending = Data()
  private var summary = ReplaySummary()
  private static let chunk = 1 << 16

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - path: The path of the table; `nil` for none.
  ///   - json: Whether to print JSON lines.
  ///   - style: The style of text lines.
  /// - Throws: The exit status 73, after a message, if the table cannot be created.
  init(table path: String?, json: Bool, style: TerminalStyle) throws {
    self.json = json
    line = UpdateLine(style: style)
    tableName = path.flatMap { $0 == "-" ? nil : $0 } ?? "standard output"
    guard let path else {
      file = nil
      return
    }
    table = SolutionTable()
    if path == "-" {
      file = .standardOutput
    } else {
      do {
        file = try PrivateFile.begin(URL(fileURLWithPath: path))
      } catch {
        throw Failure.writing(path, error)
      }
    }
  }

  mutating func append(_ update: ReplayedUpdate) throws {
    summary.note(update.solution)
    if table != nil, !update.isRepetition {
      table?.append(update.solution)
      if let table, table.bytes.count > Self.chunk { try flushTable() }
    }
    if json {
      pending += update.message.line
    } else if file == nil {
      pending += Data((line.text(update.message) + "\n").utf8)
    }
    if pending.count > Self.chunk { try flushLines() }
  }

  mutating func finish() throws {
    try flushTable()
    try flushLines()
    // A summary is redundant with lines or a table on standard output that contain headings.
    if summary.isWithoutHeading || (file != nil && tableName != "standard output") {
      StandardStreams.writeError(Data("compass: \(summary.text)\n".utf8))
    }
  }

  private mutating func flushTable() throws {
    guard let bytes = table?.take(), let file else { return }
    try write(Data(bytes), to: file, tableName)
  }

  private mutating func flushLines() throws {
    let data = pending
    pending.removeAll(keepingCapacity: true)
    try write(data, to: .standardOutput, "standard output")
  }

  private func write(_ data: Data, to file: OpenFile, _ name: String) throws {
    do {
      try file.write(data)
    } catch {
      throw Failure.exit(
        ExitStatus.ioError, "\(name) cannot be written: \(FileReason.text(error)).")
    }
  }
}
