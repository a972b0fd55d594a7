import HeadingProtocol
package import HeadingRuntime
package import HeadingStorage
package import HeadingSystemd
package import Logging
import ServiceLifecycle
import Synchronization

/// The service: sensors, engine, server and outputs under one configuration that can be reloaded at
/// run time.
package final class HeadingDaemon: Service {
  /// Timeout of an orderly stop; operations that hang (a stuck bus) end with the process.
  private static let stopTimeout = Duration.milliseconds(700)

  private let parts: DaemonParts
  private let load: @Sendable () throws -> ServiceConfiguration
  private let manager: ServiceManager
  private let logger: Logger
  private let requests: AsyncStream<Void>
  private let reloads: AsyncStream<Void>.Continuation

  /// Creates a daemon; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - load: Reads the configuration with arguments, at the start and at every reload.
  ///   - find: Finds the sensors of a configuration; may block for seconds.
  ///   - manager: The service manager to notify.
  ///   - log: The log whose level the configuration sets.
  ///   - logger: Receives the daemon's messages.
  package init(
    load: @escaping @Sendable () throws -> ServiceConfiguration,
    find: @escaping @Sendable (ServiceConfiguration) throws -> SensorSetup,
    manager: ServiceManager, log: ServiceLog, logger: Logger
  ) {
    self.load = load
    self.manager = manager
    self.logger = logger
    parts = DaemonParts(find: find, manager: manager, log: log, logger: logger)
    // One waiting reload suffices for any number of requests.
    (requests, reloads) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Reloads the configuration and applies the differences; an invalid one changes nothing.
  package func reload() { reloads.yield() }

  /// The notifications to the service manager, a service of their own.
  package var supervision: Supervision {
    Supervision(service: parts.service, manager: manager) { [parts] in parts.lag }
  }

  /// Runs until a graceful shutdown or a cancellation.
  ///
  /// - Throws: The error of the configuration, the sensors or the server at the start.
  package func run() async throws {
    let (running, end) = AsyncStream.makeStream(of: Never.self)
    let failure = Mutex<(any Error)?>(nil)
    let worker = Task {
      do {
        try await parts.apply(try load())
      } catch {
        failure.withLock { $0 = error }
        return end.finish()
      }
      for await _ in requests { await reloadNow() }
    }
    await withTaskCancellationOrGracefulShutdownHandler {
      for await _ in running {}
    } onCancelOrGracefulShutdown: {
      end.finish()
    }
    worker.cancel()
    await Self.wait(atMost: Self.stopTimeout) { [parts] in
      await worker.value
      await parts.stop()
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func reloadNow() async {
    manager.notify(.reloading)
    do {
      try await parts.apply(try load())
      logger.notice("the configuration was read again")
    } catch {
      for line in "\(error)".split(separator: "\n") {
        logger.error("the configuration was not changed: \(line)")
      }
    }
    manager.notify(.ready)
  }

  /// Waits for the work or the timeout; after a timeout the work continues.
  private static func wait(
    atMost limit: Duration, for work: @escaping @Sendable () async -> Void
  ) async {
    let (stream, signal) = AsyncStream.makeStream(of: Void.self)
    let working = Task {
      await work()
      signal.finish()
    }
    let timer = Task {
      try? await Task.sleep(for: limit)
      signal.finish()
    }
    for await _ in stream {}
    timer.cancel()
    working.cancel()
  }
}
