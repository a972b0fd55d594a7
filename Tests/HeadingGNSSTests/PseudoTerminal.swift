import Glibc
import HeadingTesting

/// A serial line of software: what is written here is read by who opens ``path``.
final class PseudoTerminal: Sendable {
  private let master: CInt
  let path: String

  // TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    var unlocked: CInt = 0
    var number: CInt = 0
    guard master >= 0, ioctl(master, Self.setLock, &unlocked) == 0,
      ioctl(master, Self.getNumber, &number) == 0
    else { throw LoopbackSocket.Failure(call: "open /dev/ptmx") }
    path = "/dev/pts/\(number)"
    // gpsd gives up its rights before it opens a device for the second time.
    chmod(path, 0o666)
    var settings = termios()
    tcgetattr(master, &settings)
    cfmakeraw(&settings)
    tcsetattr(master, TCSANOW, &settings)
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(master, bytes, bytes.count)
    // gpsd asks the receiver questions; nobody may be left to wait for their room.
    var heard = [UInt8](repeating: 0, count: 4096)
    _ = read(master, &heard, heard.count)
  }

  /// Pulls the plug.
  func unplug() { close(master) }
}
