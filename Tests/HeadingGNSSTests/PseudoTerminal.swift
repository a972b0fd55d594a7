import Glibc

/// A serial line of software: what is written here is read by who opens ``path``.
final class PseudoTerminal: Sendable {
  private let master: CInt
  let path: String

  init() throws {
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)
    guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
    else { throw LoopbackSocket.Failure(call: "posix_openpt") }
    path = String(cString: name)
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
