import Foundation
import Glibc
import HeadingTesting
import Synchronization

/// A terminal for a program under test: what it shows, how it is set, and keys to press.
final class PseudoTerminal: Sendable {
  private let master: Int32
  private let slave: Int32
  private let bytes = Mutex<[UInt8]>([])

  /// Where the program opens it.
  let path: String

  /// What it calls itself in `TERM`.
  let kind: String

  init(_ kind: String = "xterm", columns: UInt16 = 80, rows: UInt16 = 24) throws {
    self.kind = kind
    (master, path) = try TerminalLine.open()
    // Open as long as the test looks, so that the program's end does not end the terminal.
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    resize(columns: columns, rows: rows)
    let descriptor = master
    Thread.detachNewThread { [weak self] in
      var chunk = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else { break }
        self?.bytes.withLock { $0 += chunk[..<count] }
      }
      close(descriptor)
    }
  }

  deinit { close(slave) }

  /// Everything that was shown so far, control sequences too.
  var shown: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  /// Whether keys are echoed and come by lines, as a shell leaves a terminal.
  var isAsShellsLeaveIt: Bool {
    var settings = termios()
    guard tcgetattr(slave, &settings) == 0 else { return false }
    let flags = tcflag_t(ICANON | ECHO)
    return settings.c_lflag & flags == flags
  }

  /// Presses a key.
  func press(_ key: UInt8) { press([key]) }

  /// Presses a key that is several bytes.
  func press(_ key: [UInt8]) { _ = write(master, key, key.count) }

  /// Gives it another size.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }
}
