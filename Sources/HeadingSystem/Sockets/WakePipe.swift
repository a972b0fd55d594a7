import Glibc

/// Wakes a thread that waits in `poll`, from any thread.
final class WakePipe: Sendable {
  /// The end that becomes readable.
  let descriptor: CInt

  private let other: CInt

  /// Makes the pipe; `nil` if the system has no descriptors left.
  init?() {
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
  func wake() {
    var byte: UInt8 = 0
    _ = unsafe Glibc.send(other, &byte, 1, CInt(MSG_NOSIGNAL))
  }

  /// Takes what woke the thread.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe recv(descriptor, &bytes, bytes.count, 0) == bytes.count {}
  }
}
