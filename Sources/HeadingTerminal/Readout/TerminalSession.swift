import Glibc
import Synchronization

/// The terminal while the full-screen readout owns it: alternate screen, no echo, hidden cursor.
///
/// ``restore()`` gives it back as it was; call it on every way out.
public final class TerminalSession: Sendable {
  private struct State {
    /// How the terminal was; `nil` while it is not ours.
    var saved: termios?
    var suspended: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Seconds within which a signal has stopped the program; after them it runs again, or was never stopped.
  private static let stopping = 0.2

  /// Whether standard input and output are both a terminal, and one that has a screen.
  public static var isAvailable: Bool {
    let name = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && name != "dumb"
  }

  /// Whether standard output is a terminal.
  public static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Takes the terminal over.
  public init() { state.withLock { Self.enter(&$0) } }

  /// Gives the terminal back; once, further calls do nothing.
  public func restore() {
    state.withLock { state in
      Self.leave(&state)
      state.suspended = nil
    }
  }

  /// Gives the terminal back until the program, which is about to be stopped, runs again.
  func suspend(at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      guard state.saved != nil else { return }
      Self.leave(&state)
      state.suspended = now
    }
  }

  /// Takes the terminal over again if the program was stopped and now runs; true if so.
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
    // Keys come one by one and unseen; Ctrl-C and Ctrl-Z stay signals.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  private static func leave(_ state: inout State) {
    guard var settings = state.saved.take() else { return }
    write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
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
