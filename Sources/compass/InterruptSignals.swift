import Dispatch
import FoundationEssentials
import Glibc
import HeadingSensorFeed

/// Calls a function on the signals that end a program, so that it can shut down in order.
final class InterruptSignals {
  private let sources: [any DispatchSourceSignal]

  init(
    _ numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP], _ action: @escaping @Sendable () -> Void
  ) {
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler(handler: action)
      source.resume()
      return source
    }
  }

  /// Lets Ctrl-C end a command that runs until then with success; it has no more to finish
  /// than a feed's sockets.
  static func endProgram() -> InterruptSignals {
    InterruptSignals([SIGINT]) {
      FeedSocketFile.removeAll()
      _exit(0)
    }
  }

  func cancel() {
    for source in sources {
      source.cancel()
      signal(Int32(source.handle), SIG_DFL)
    }
  }
}
