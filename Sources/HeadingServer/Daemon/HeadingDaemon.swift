import HeadingProtocol
package import HeadingRuntime
package import HeadingStorage
package import Logging
import Synchronization

/// The service as a whole: sensors, engine, server and outputs, held together by one configuration
/// that can be read again while it runs.
package final class HeadingDaemon: Sendable {
  private enum Control {
    case reload
    case stop
  }

  /// The longest time that stopping may take: what hangs then (a bus that is stuck) is left to the
  /// end of the process.
  private static let patience = Duration.milliseconds(700)

  private let parts: DaemonParts
  private let load: @Sendable () throws -> ServiceConfiguration
  private let manager: ServiceManager
  private let logger: Logger
  private let controls: AsyncStream<Control>
  private let input: AsyncStream<Control>.Continuation

  /// Makes a daemon; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - load: Reads the configuration, arguments included: at the start and at every reload.
  ///   - find: Looks for the sensors of a configuration; may block for seconds.
  ///   - manager: The service manager that is kept informed.
  ///   - log: Where its level is applied.
  ///   - logger: Where it tells of itself.
  package init(
    load: @escaping @Sendable () throws -> ServiceConfiguration,
    find: @escaping @Sendable (ServiceConfiguration) throws -> SensorSetup,
    manager: ServiceManager, log: ServiceLog, logger: Logger
  ) {
    self.load = load
    self.manager = manager
    self.logger = logger
    parts = DaemonParts(find: find, manager: manager, log: log, logger: logger)
    (controls, input) = AsyncStream.makeStream(of: Control.self)
  }

  /// Reads the configuration again and changes what it changed; a bad one changes nothing.
  package func reload() { input.yield(.reload) }

  /// Ends ``run()``.
  package func stop() { input.yield(.stop) }

  /// Runs until ``stop()``.
  ///
  /// - Throws: Why it cannot start: the configuration's, the sensors' or the server's error.
  package func run() async throws {
    let (requests, reloads) = AsyncStream.makeStream(of: Void.self)
    let failure = Mutex<(any Error)?>(nil)
    let worker = Task {
      do {
        try await parts.apply(try load())
      } catch {
        failure.withLock { $0 = error }
        input.yield(.stop)
        return
      }
      for await _ in requests { await reloadNow() }
    }
    let supervision = Task { [parts] in
      await Supervision(service: parts.service, manager: manager) { parts.lag }.run()
    }
    loop: for await control in controls {
      switch control {
      case .reload: reloads.yield()
      case .stop: break loop
      }
    }
    manager.tell(.stopping)
    reloads.finish()
    worker.cancel()
    supervision.cancel()
    await Self.wait(atMost: Self.patience) { [parts] in
      await worker.value
      await parts.stop()
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func reloadNow() async {
    manager.tell(.reloading)
    do {
      try await parts.apply(try load())
      logger.notice("the configuration was read again")
    } catch {
      for line in "\(error)".split(separator: "\n") {
        logger.error("the configuration was not changed: \(line)")
      }
    }
    manager.tell(.ready)
  }

  /// Returns when the work is done or the time is over; the work goes on then.
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
