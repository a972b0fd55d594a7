import Glibc
import Synchronization

/// Hands the newest state to the thread of the bus, which waits on descriptors.
final class BusNews: Sendable {
  private struct Content: Sendable {
    var state: BusState?
    var isEnded = false
  }

  private let content = Mutex(Content())

  /// Can be read while there is news: the reading end of a pipe.
  let descriptor: CInt
  private let writing: CInt

  init?() {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Replaces the state.
  func set(_ state: BusState) {
    content.withLock { $0.state = state }
    wake()
  }

  /// Ends the thread.
  func end() {
    content.withLock { $0.isEnded = true }
    wake()
  }

  /// The newest state that was not taken yet.
  func take() -> BusState? {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
    return content.withLock { content in
      defer { content.state = nil }
      return content.state
    }
  }

  /// Whether the thread is to end.
  var isEnded: Bool { content.withLock { $0.isEnded } }

  /// A full pipe wakes as well.
  private func wake() {
    var byte: UInt8 = 0
    _ = unsafe write(writing, &byte, 1)
  }
}
