import Dispatch
import Glibc

/// Restores the terminal before Ctrl-Z stops the program.
final class SuspendSignal {
  private let source: any DispatchSourceSignal

  /// Handles SIGTSTP: calls `suspend`, then stops the program until the shell continues it.
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

  /// Handles SIGTSTP again after the program was continued.
  static func rearm() { signal(SIGTSTP, SIG_IGN) }

  /// Restores the default action.
  func cancel() {
    source.cancel()
    signal(SIGTSTP, SIG_DFL)
  }
}
