public import HeadingRecording
import Synchronization

/// Writes what a service takes and makes into a file or pipe: events, updates, notices.
///
/// Everything is gathered in memory, at most 4 MB, and written by ``flush()``, which belongs on a thread
/// that may wait for a disk.
public final class RecordingFile: Sendable {
  private let buffer = RecordingBuffer()
  private let output: Mutex<RecordingOutput>

  /// Begins a file; one that is there is replaced.
  ///
  /// - Throws: The system's reason.
  public init(_ destination: RecordingDestination) throws {
    output = Mutex(try RecordingOutput(destination))
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
    if !bytes.isEmpty { try output.withLock { try $0.write(bytes) } }
    return lost
  }

  /// Writes the end and closes the file; nothing can be added any more.
  ///
  /// - Throws: The system's reason.
  public func close() throws { try output.withLock { try $0.end(buffer.end()) } }

  /// Bytes written so far.
  public var size: UInt64 { output.withLock { $0.size } }
}
