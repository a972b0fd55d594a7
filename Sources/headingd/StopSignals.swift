import Dispatch
import Foundation

/// Turns the signals that end a service into an orderly stop.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  init(stop: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler(handler: stop)
      source.resume()
      return source
    }
  }

  func cancel() {
    for source in sources { source.cancel() }
  }
}
