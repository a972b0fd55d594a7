import Glibc
import Synchronization

/// Non-blocking output of a log: an unread pipe or a stopped terminal does not block the threads
/// that write messages.
final class LogStream: Sendable {
  /// Largest atomic write to a pipe (PIPE_BUF of Linux), bytes; longer lines are truncated.
  private static let longestLine = 4096

  private let descriptor: CInt
  private let lost = Mutex(0)

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Writes a line with its line end, or drops and counts it; the count is written once there is
  /// room.
  func write(_ line: String) {
    lost.withLock { lost in
      if lost > 0 {
        guard put("warning: \(lost) lines of the log were lost: nobody read it\n") else {
          lost += 1
          return
        }
        lost = 0
      }
      if !put(line) { lost += 1 }
    }
  }

  private func put(_ line: String) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&wait, 1, 0) == 1, wait.revents & Int16(POLLOUT) != 0 else { return false }
    var bytes = Array(line.utf8.prefix(Self.longestLine))
    if bytes.count == Self.longestLine { bytes[Self.longestLine - 1] = UInt8(ascii: "\n") }
    return unsafe Glibc.write(descriptor, &bytes, bytes.count) == bytes.count
  }
}
