import Dispatch
import Foundation

/// Turns signals into calls: SIGINT and SIGTERM stop, SIGHUP reads the configuration again.
final class Signals {
  private let sources: [any DispatchSourceSignal]

  init(stop: @escaping @Sendable () -> Void, reload: @escaping @Sendable () -> Void) {
    sources = [(SIGINT, stop), (SIGTERM, stop), (SIGHUP, reload)].map { number, action in
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
