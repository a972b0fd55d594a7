import Glibc
import HeadingEngine
package import HeadingRuntime
import HeadingSensing
package import HeadingStorage
import HeadingSystem
package import Logging
import Synchronization

/// Serves updates on D-Bus: an interface of this program, and the compass of iio-sensor-proxy's.
package struct DBusOutput: HeadingOutput {
  package static let key = "dbus"

  private let configuration: DBusConfiguration

  /// Creates an output of a configuration.
  init(_ configuration: DBusConfiguration) { self.configuration = configuration }

  package init?(_ section: ConfigurationSection) {
    guard let configuration = DBusConfiguration(section) else { return nil }
    self.init(configuration)
  }

  package var endpoint: OutputEndpoint { .local }

  package func run(on service: HeadingService, logger: Logger) async {
    // sd-bus blocks, so it has a thread.
    guard let news = BusNews() else { return logger.warning("no D-Bus: no pipe can be had") }
    let publisher = BusPublisher(configuration, news: news, logger: logger)
    guard SystemThread.start({ publisher.run() }) else {
      return logger.warning("no D-Bus: no thread can be had")
    }
    let limit = Mutex(RateLimit(rate: configuration.rate))
    let token = service.subscribe { update in
      guard limit.withLock({ $0.admits(update.solution.time.seconds) }) else { return }
      news.set(BusState(update))
    }
    // The sleep ends when the task is cancelled.
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    service.unsubscribe(token)
    news.end()
  }
}
