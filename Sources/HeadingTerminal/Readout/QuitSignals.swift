import Dispatch
import Foundation
import Glibc

/// Gives the terminal back before a signal ends the program.
final class QuitSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let sources: [any DispatchSourceSignal]

  /// Watches the signals that end a program.
  ///
  /// - Parameters:
  ///   - interrupt: Takes Ctrl-C instead of the program's end.
  ///   - restore: Runs first, then the signal takes its course.
  init(
    interrupt: (@Sendable () -> Void)? = nil, restore: @escaping @Sendable () -> Void
  ) {
    sources = Self.numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      let end: @Sendable () -> Void = {
        restore()
        signal(number, SIG_DFL)
        // To the process: Dispatch's own threads block signals; one raised here would wait for ever.
        kill(getpid(), number)
      }
      source.setEventHandler(handler: number == SIGINT ? interrupt ?? end : end)
      source.resume()
      return source
    }
  }

  /// Stops watching: the signals end the program again.
  func cancel() {
    for source in sources { source.cancel() }
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}
