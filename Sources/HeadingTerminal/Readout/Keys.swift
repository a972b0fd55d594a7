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
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      continuation.finish()
      return stream
    }
    let (wake, end) = (ends[0], ends[1])
    continuation.onTermination = { _ in close(end) }
    let isStarted = SystemThread.start {
      var waits = [
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      ]
      while true {
        let count = unsafe poll(&waits, 2, -1)
        if count < 0, errno == EINTR { continue }
        guard count > 0, waits[0].revents == 0 else { break }
        guard let bytes = try? OpenFile.standardInput.read(), !bytes.isEmpty else { break }
        continuation.yield(Array(bytes))
      }
      continuation.finish()
      close(wake)
    }
    if !isStarted { continuation.finish() }
    return stream
  }
}
