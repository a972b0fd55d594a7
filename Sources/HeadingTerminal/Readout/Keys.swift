import Foundation
import Glibc

/// What people type.
public enum Keys {
  /// The bytes that arrive on standard input, those of one key together; ends with it.
  ///
  /// A thread of its own waits for them: reading blocks. It leaves standard input alone once nobody
  /// takes keys any more, so that a question afterwards gets its answer.
  public static func stream() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      continuation.finish()
      return stream
    }
    let (wake, end) = (ends[0], ends[1])
    continuation.onTermination = { _ in close(end) }
    let thread = Thread {
      var waits = [
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      ]
      while true {
        let count = unsafe poll(&waits, 2, -1)
        if count < 0, errno == EINTR { continue }
        guard count > 0, waits[0].revents == 0 else { break }
        let data = FileHandle.standardInput.availableData
        if data.isEmpty { break }
        continuation.yield([UInt8](data))
      }
      continuation.finish()
      close(wake)
    }
    thread.name = "keys"
    thread.start()
    return stream
  }
}
