import Glibc
import Synchronization

/// The terminal while the full-screen readout owns it: alternate screen, no echo, hidden cursor.
///
/// ``restore()`` gives it back as it was; call it on every way out.
public final class TerminalSession: Sendable {
  private let saved: Mutex<termios?>

  /// Whether standard input and output are both a terminal, and one that has a screen.
  public static var isAvailable: Bool {
    let name = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && name != "dumb"
  }

  /// Whether standard output is a terminal.
  public static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Takes the terminal over.
  public init() {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
      saved = Mutex(nil)
      return
    }
    saved = Mutex(settings)
    // Keys come one by one and unseen; Ctrl-C stays a signal.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  /// Gives the terminal back; once, further calls do nothing.
  public func restore() {
    let settings = saved.withLock { saved in
      defer { saved = nil }
      return saved
    }
    guard var settings else { return }
    Self.write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Columns and rows now; 80×24 if the terminal does not say.
  public static var size: (width: Int, height: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Shows a frame; every line is overwritten and cleared to its end, so that nothing flickers.
  public func show(_ lines: [String]) {
    var frame = "\u{1B}[H"
    for (index, line) in lines.enumerated() {
      frame += line + "\u{1B}[K"
      if index < lines.count - 1 { frame += "\r\n" }
    }
    Self.write(frame + "\u{1B}[J")
  }

  private static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if written < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return
      }
      bytes = bytes.dropFirst(written)
    }
  }
}
