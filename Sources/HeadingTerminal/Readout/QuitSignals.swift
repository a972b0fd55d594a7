import Dispatch
import FoundationEssentials
import Glibc
import HeadingSensorFeed

/// Restores the terminal before a signal ends the program.
final class QuitSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let sources: [any DispatchSourceSignal]

  /// Handles the signals that end a program.
  ///
  /// - Parameters:
  ///   - interrupt: Handles Ctrl-C, which then does not end the program.
  ///   - restore: Runs before the signal's default action.
  init(
    interrupt: (@Sendable () -> Void)? = nil, restore: @escaping @Sendable () -> Void
  ) {
    sources = Self.numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      let end: @Sendable () -> Void = {
        restore()
        FeedSocketFile.removeAll()
        signal(number, SIG_DFL)
        // Sent to the process: Dispatch's threads block signals, so `raise` would hang.
        kill(getpid(), number)
      }
      source.setEventHandler(handler: number == SIGINT ? interrupt ?? end : end)
      source.resume()
      return source
    }
  }

  /// Restores the default actions.
  func cancel() {
    for source in sources { source.cancel() }
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}
