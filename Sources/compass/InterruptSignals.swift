import Dispatch
import FoundationEssentials
import Glibc

/// Calls a function on the signals that end a program, so that it can shut down in order.
final class InterruptSignals {
  private let sources: [any DispatchSourceSignal]

  init(_ action: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler(handler: action)
      source.resume()
      return source
    }
  }

  func cancel() {
    for source in sources { source.cancel() }
  }
}
