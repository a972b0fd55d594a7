import Glibc
import Synchronization

/// Stop request to many threads, also in poll(2): a flag and a pipe.
final class StopSignal: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32
  private let flag = Atomic(false)

  init(uri: String) throws(IIOError) {
    var ends: [Int32] = [-1, -1]
    let code = unsafe pipe(&ends)
    guard code == 0 else { throw IIOError(.openContext, .system(errno), uri: uri) }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Whether the stop was requested.
  var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Requests the stop; permanent.
  func set() {
    flag.store(true, ordering: .releasing)
    var byte: UInt8 = 0
    // No thread reads the byte: the pipe stays readable for every waiting thread.
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Sleeps; returns early with `true` when the stop is requested.
  func wait(seconds: Double) -> Bool {
    guard !isSet else { return true }
    guard seconds > 0 else { return false }
    var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&entry, 1, Int32((min(seconds, 60) * 1000).rounded(.up)))
    return isSet
  }
}
