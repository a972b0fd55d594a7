import Glibc
import Synchronization

/// Ends a thread that waits on descriptors.
final class StopPipe: Sendable {
  /// Can be read once the thread is to end.
  let descriptor: CInt

  private let writing: CInt
  private let isSet = Atomic(false)

  init?() {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Whether the thread is to end.
  var isEnded: Bool { isSet.load(ordering: .acquiring) }

  /// Ends the thread.
  func end() {
    guard !isSet.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 0
    _ = unsafe write(writing, &byte, 1)
  }

  /// Waits for so many seconds, until the end or until another descriptor can be read.
  func wait(seconds: Double, or other: CInt = -1) {
    var descriptors = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&descriptors, 2, CInt((max(seconds, 0) * 1000).rounded(.up)))
  }
}
