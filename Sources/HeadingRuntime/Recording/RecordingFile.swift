public import HeadingRecording
import Synchronization

/// Records a service's events, updates and notices in a file or pipe.
///
/// Messages are buffered in memory, at most 4 MB, and written by ``flush()``, which belongs on a
/// thread that may wait for a disk.
public final class RecordingFile: Sendable {
  private let buffer = RecordingBuffer()
  private let output: Mutex<RecordingOutput>

  /// Creates the file; an existing one is replaced.
  ///
  /// - Throws: The system's error.
  public init(_ destination: RecordingDestination) throws {
    output = Mutex(try RecordingOutput(destination))
    _ = buffer.begin(nil, context: [])
  }

  /// Adds the sensor setup.
  public func add(_ setup: RecordingSetup) { buffer.add(setup) }

  /// Records the service's events, updates, notices and steer contracts from now on.
  public func follow(_ service: HeadingService) { _ = buffer.follow(service) }

  /// Writes the buffered messages.
  ///
  /// - Returns: Number of messages lost since the last call because writing took too long.
  /// - Throws: The system's error.
  @discardableResult
  public func flush() throws -> UInt64 {
    let (bytes, lost) = buffer.take()
    if !bytes.isEmpty { try output.withLock { try $0.write(bytes) } }
    return lost
  }

  /// Writes the end and closes the file; nothing can be added afterwards.
  ///
  /// - Throws: The system's error.
  public func close() throws { try output.withLock { try $0.end(buffer.end()) } }

  /// Bytes written so far.
  public var size: UInt64 { output.withLock { $0.size } }
}
