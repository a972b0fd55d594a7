import Glibc

/// Wakes a thread that waits in `poll`, from any thread.
package final class WakePipe: Sendable {
  /// The end that becomes readable.
  package let descriptor: CInt

  private let other: CInt

  /// Makes the pipe; `nil` if the system has no descriptors left.
  package init?() {
    var ends: [CInt] = [-1, -1]
    // Sockets, because they are closed on exec and do not block from the start on.
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    (descriptor, other) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(other)
  }

  /// Wakes the thread; a full pipe wakes it already.
  package func wake() {
    var byte: UInt8 = 0
    _ = unsafe Glibc.send(other, &byte, 1, CInt(MSG_NOSIGNAL))
  }

  /// Takes what woke the thread.
  package func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe recv(descriptor, &bytes, bytes.count, 0) == bytes.count {}
  }

  /// Waits until the thread is woken, another descriptor can be read, or the time is over.
  ///
  /// - Parameters:
  ///   - seconds: The time; `nil` for ever, at most a day, 0 or less not at all.
  ///   - other: The other descriptor, if there is one.
  /// - Returns: Whether the other descriptor can be read.
  @discardableResult
  package func wait(seconds: Double?, or other: CInt? = nil) -> Bool {
    var entries = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    if let other { entries.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
    let limit = seconds.map { CInt((min(max($0, 0), 86_400) * 1000).rounded(.up)) } ?? -1
    return unsafe poll(&entries, nfds_t(entries.count), limit) > 0 && entries.count > 1
      && entries[1].revents != 0
  }
}
