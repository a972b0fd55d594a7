import FoundationEssentials
import HeadingArguments
import HeadingProtocol
import HeadingROS
import HeadingRecording
import HeadingRuntime
import HeadingStorage
import HeadingSystem
import HeadingTerminal

/// Output of a replay: a table or a bag, JSON lines, or text lines if none is requested.
struct ReplayLines {
  /// A file for a replay; `-` is standard output.
  enum Destination {
    /// A table, CSV.
    case table(String)
    /// A bag of ROS 2.
    case bag(String, ROSOptions)

    var path: String {
      switch self {
      case .table(let path), .bag(let path, _): path
      }
    }
  }

  private var table: SolutionTable?
  private var bag: ROSBag?
  private let file: OpenFile?
  private let fileName: String
  private let json: Bool
  private let line: UpdateLine
  private var pending = Data()
  private var summary = ReplaySummary()
  private static let chunk = 1 << 16

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - destination: The file; `nil` for none.
  ///   - json: Whether to print JSON lines.
  ///   - style: The style of text lines.
  /// - Throws: The exit status 73, after a message, if the file cannot be created.
  init(_ destination: Destination?, json: Bool, style: TerminalStyle) throws {
    self.json = json
    line = UpdateLine(style: style)
    let path = destination?.path
    fileName = path.flatMap { $0 == "-" ? nil : $0 } ?? "standard output"
    guard let destination, let path else {
      file = nil
      return
    }
    switch destination {
    case .table: table = SolutionTable()
    case .bag(_, let options): bag = ROSBag(options: options)
    }
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
    if file != nil, !update.isRepetition {
      table?.append(update.solution)
      bag?.append(update.message)
      if (table?.bytes.count ?? 0) + (bag?.byteCount ?? 0) > Self.chunk { try flushFile() }
    }
    if json {
      pending += update.message.line
    } else if file == nil {
      pending += Data((line.text(update.message) + "\n").utf8)
    }
    if pending.count > Self.chunk { try flushLines() }
  }

  mutating func finish() throws {
    bag?.end()
    try flushFile()
    try flushLines()
    // A summary is redundant with lines or a file on standard output that contain headings.
    if summary.isWithoutHeading || (file != nil && fileName != "standard output") {
      StandardStreams.writeError(Data("compass: \(summary.text)\n".utf8))
    }
  }

  private mutating func flushFile() throws {
    guard let bytes = table?.take() ?? bag?.take(), let file else { return }
    try write(Data(bytes), to: file, fileName)
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
