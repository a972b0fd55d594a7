import Glibc
import Synchronization

/// The terminal in full-screen mode: alternate screen, no echo, hidden cursor.
///
/// ``restore()`` restores its previous state; call it on every exit path.
public final class TerminalSession: Sendable {
  private struct State {
    /// The terminal's previous settings; `nil` outside full-screen mode.
    var saved: termios?
    var suspended: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Time within which a signal stops the program, s; if it runs later, it was continued.
  private static let stopping = 0.2

  /// Whether standard input and output are a terminal that is not `dumb`.
  public static var isAvailable: Bool {
    let name = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && name != "dumb"
  }

  /// Whether standard output is a terminal.
  public static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Enters full-screen mode.
  public init() { state.withLock { Self.enter(&$0) } }

  /// Restores the terminal; further calls do nothing.
  public func restore() {
    state.withLock { state in
      Self.leave(&state)
      state.suspended = nil
    }
  }

  /// Restores the terminal until the program, which is about to be stopped, is continued.
  func suspend(at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      guard state.saved != nil else { return }
      Self.leave(&state)
      state.suspended = now
    }
  }

  /// Enters full-screen mode again if the program was suspended; returns whether it was.
  func resume(at now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { state in
      guard let suspended = state.suspended,
        suspended.duration(to: now) / .seconds(1) > Self.stopping
      else { return false }
      state.suspended = nil
      Self.enter(&state)
      return true
    }
  }

  private static func enter(_ state: inout State) {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    state.saved = settings
    // Keys arrive one by one without echo; Ctrl-C and Ctrl-Z still send signals.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  private static func leave(_ state: inout State) {
    guard var settings = state.saved.take() else { return }
    write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Present columns and rows; 80×24 if unknown.
  public static var size: (width: Int, height: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Shows a frame; overwrites each line and clears it to its end to avoid flicker.
  public func show(_ lines: [String]) {
    var frame = "\u{1B}[H"
    for (index, line) in lines.enumerated() {
      frame += line + "\u{1B}[K"
      if index < lines.count - 1 { frame += "\r\n" }
    }
    let text = frame + "\u{1B}[J"
    state.withLock { if $0.saved != nil { Self.write(text) } }
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
