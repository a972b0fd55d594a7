public import Foundation
public import HeadingRecording
import Synchronization

/// Writes what a service takes and makes into an MCAP file: events, updates, notices.
///
/// Everything is gathered in memory, at most 4 MB, and written by ``flush()``, which belongs on a thread
/// that may wait for a disk.
public final class RecordingFile: Sendable {
  /// Where it is.
  public let url: URL

  private let buffer = RecordingBuffer()
  private let handle: FileHandle

  /// Begins a file; one that is there is replaced.
  ///
  /// - Throws: The system's reason.
  public init(_ url: URL) throws {
    self.url = url
    handle = try PrivateFile.begin(url)
    _ = buffer.begin(nil, context: [])
  }

  /// Takes what is read and how.
  public func add(_ setup: RecordingSetup) { buffer.add(setup) }

  /// Takes what a service does from now on: events, updates, notices, promises.
  public func follow(_ service: HeadingService) { _ = buffer.follow(service) }

  /// Writes what was gathered.
  ///
  /// - Returns: Messages that were lost since the last call, because writing took too long.
  /// - Throws: The system's reason.
  @discardableResult
  public func flush() throws -> UInt64 {
    let (bytes, lost) = buffer.take()
    if !bytes.isEmpty { try handle.write(contentsOf: Data(bytes)) }
    return lost
  }

  /// Writes the end and closes the file; nothing can be added any more.
  ///
  /// - Throws: The system's reason.
  public func close() throws {
    try handle.write(contentsOf: Data(buffer.end()))
    try handle.close()
  }

  /// Bytes written so far.
  public var size: UInt64 { (try? handle.offset()) ?? 0 }
}
