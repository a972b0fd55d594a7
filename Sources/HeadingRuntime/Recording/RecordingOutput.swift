import Foundation
import HeadingRecording

/// The file or pipe of a recording, open for writing: takes MCAP bytes, and writes them in the form that was asked for.
struct RecordingOutput: Sendable {
  private let handle: FileHandle
  private var table: RecordingTable?

  /// Bytes written so far.
  private(set) var size: UInt64 = 0

  /// Begins to write; a file that is there is replaced.
  ///
  /// - Throws: The system's reason.
  init(_ destination: RecordingDestination) throws {
    handle =
      destination.isStandardOutput
      ? .standardOutput : try PrivateFile.begin(URL(fileURLWithPath: destination.path))
    if destination.format == .csv { table = RecordingTable() }
  }

  /// Writes what follows of an MCAP file.
  ///
  /// - Throws: The system's reason.
  mutating func write(_ bytes: [UInt8]) throws { try put(table?.append(bytes) ?? bytes) }

  /// Writes the end and closes a file.
  ///
  /// - Parameter ending: What ends an MCAP file.
  /// - Throws: The system's reason.
  mutating func end(_ ending: [UInt8]) throws {
    try write(ending)
    if let rest = table?.end() { try put(rest) }
    if handle.fileDescriptor != FileHandle.standardOutput.fileDescriptor { try handle.close() }
  }

  private mutating func put(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    try handle.write(contentsOf: Data(bytes))
    size += UInt64(bytes.count)
  }
}
