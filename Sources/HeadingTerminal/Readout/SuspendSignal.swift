import Dispatch
import Glibc

/// Gives the terminal back before Ctrl-Z stops the program.
final class SuspendSignal {
  private let source: any DispatchSourceSignal

  /// Watches SIGTSTP; `suspend` runs first, then the program stops until its shell goes on with it.
  init(suspend: @escaping @Sendable () -> Void) {
    signal(SIGTSTP, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGTSTP)
    source.setEventHandler {
      suspend()
      signal(SIGTSTP, SIG_DFL)
      kill(getpid(), SIGTSTP)
    }
    source.resume()
  }

  /// Watches again, after the program went on.
  static func rearm() { signal(SIGTSTP, SIG_IGN) }

  /// Stops watching.
  func cancel() {
    source.cancel()
    signal(SIGTSTP, SIG_DFL)
  }
}
