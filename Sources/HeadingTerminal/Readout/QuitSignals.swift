import Dispatch
import Foundation
import Glibc

/// Gives the terminal back before a signal ends the program.
final class QuitSignals {
  private let sources: [any DispatchSourceSignal]

  /// Watches the signals that end a program; `restore` runs first, then the signal takes its course.
  init(restore: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        restore()
        signal(number, SIG_DFL)
        // To the process: Dispatch's own threads block signals, and one raised here would wait for ever.
        kill(getpid(), number)
      }
      source.resume()
      return source
    }
  }

  /// Stops watching.
  func cancel() {
    for source in sources { source.cancel() }
  }
}
