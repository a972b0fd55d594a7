import Glibc
import HeadingSystem

/// Reads keys from standard input.
public enum Keys {
  /// Returns the bytes of standard input, those of one key together; ends at end of file.
  ///
  /// A separate thread waits, because reading blocks. It stops reading when the stream is
  /// terminated, so that a later prompt receives its answer.
  public static func stream() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    guard let stop = StopSignal() else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { _ in stop.set() }
    let isStarted = SystemThread.start {
      while stop.waits(for: STDIN_FILENO) {
        guard let bytes = try? OpenFile.standardInput.read(), !bytes.isEmpty else { break }
        continuation.yield(Array(bytes))
      }
      continuation.finish()
    }
    if !isStarted { continuation.finish() }
    return stream
  }
}
