import Dispatch
import Foundation

/// Signal handlers: SIGINT and SIGTERM stop the daemon, SIGHUP reloads the configuration.
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
