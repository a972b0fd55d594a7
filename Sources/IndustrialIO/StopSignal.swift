import Glibc
import Synchronization

/// Says "stop" to many threads at once, whatever they wait in.
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

  /// Whether it was said.
  var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Says it, for good.
  func set() {
    flag.store(true, ordering: .releasing)
    var byte: UInt8 = 0
    // Nobody reads: from here on the pipe is readable for every waiter.
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Sleeps; ends early with `true` when it is said.
  func wait(seconds: Double) -> Bool {
    guard !isSet else { return true }
    guard seconds > 0 else { return false }
    var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&entry, 1, Int32((min(seconds, 60) * 1000).rounded(.up)))
    return isSet
  }
}
