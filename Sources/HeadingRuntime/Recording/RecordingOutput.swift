import FoundationEssentials
import HeadingRecording
import HeadingSystem

/// The open file or pipe of a recording: takes MCAP bytes and writes them in the requested format.
struct RecordingOutput: Sendable {
  private var file: OpenFile?
  private var table: RecordingTable?

  /// Bytes written so far.
  private(set) var size: UInt64 = 0

  /// Opens the output; an existing file is replaced.
  ///
  /// - Throws: The system's error.
  init(_ destination: RecordingDestination) throws {
    file =
      destination.isStandardOutput
      ? .standardOutput : try PrivateFile.begin(URL(fileURLWithPath: destination.path))
    if destination.format == .csv { table = RecordingTable() }
  }

  /// Writes the next bytes of an MCAP file.
  ///
  /// - Throws: The system's error.
  mutating func write(_ bytes: [UInt8]) throws { try put(table?.append(bytes) ?? bytes) }

  /// Writes the end and closes a file.
  ///
  /// - Parameter ending: The ending of an MCAP file.
  /// - Throws: The system's error.
  mutating func end(_ ending: [UInt8]) throws {
    try write(ending)
    if let rest = table?.end() { try put(rest) }
    file = nil
  }

  private mutating func put(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    try file?.write(bytes)
    size += UInt64(bytes.count)
  }
}
