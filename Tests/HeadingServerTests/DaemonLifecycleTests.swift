import Dispatch
import Foundation
import HeadingRuntime
import HeadingStorage
import HeadingTesting
import Logging
import ServiceLifecycle
import Testing

@testable import HeadingServer

/// The daemon as a service of a group: how it begins and ends.
@Suite(.timeLimit(.minutes(5))) struct DaemonLifecycleTests {
  private func group(
    _ yaml: String, find: @escaping @Sendable () throws -> SensorSetup
  ) -> ServiceGroup {
    let log = ServiceLog(isJournal: true) { _ in }
    let logger = Logger(label: "test") { log.handler($0) }
    let daemon = HeadingDaemon(
      load: { try ServiceConfiguration(yaml: yaml, path: "test", environment: [:]) },
      find: { _ in try find() }, manager: ServiceManager(), log: log, logger: logger)
    return ServiceGroup(services: [daemon, daemon.supervision], logger: logger)
  }

  @Test func `a shutdown does not wait for a search for sensors that hangs`() async throws {
    let folder = try TemporaryFolder()
    let (searches, begins) = AsyncStream.makeStream(of: Void.self)
    let bus = DispatchSemaphore(value: 0)
    defer { bus.signal() }
    let group = group("listen: {socket: \(folder.url.path)/s}") {
      begins.yield()
      bus.wait()
      return SensorSetup(name: "late", isSimulated: true)
    }
    let running = Task { try await group.run() }
    for await _ in searches { break }
    await group.triggerGracefulShutdown()
    // Returns though the search does not.
    try await running.value
  }

  @Test func `an error at the start ends the group with it`() async throws {
    let group = group("nonsense: 1") {
      Issue.record("sensors were looked for")
      return SensorSetup(name: "none", isSimulated: true)
    }
    await #expect(throws: ConfigurationError.self) { try await group.run() }
  }
}
