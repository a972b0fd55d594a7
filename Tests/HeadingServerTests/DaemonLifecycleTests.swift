import Dispatch
import Foundation
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingSystemd
import HeadingTesting
import Logging
import ServiceLifecycle
import Testing

@testable import HeadingServer

/// The daemon as a service of a group: how it begins and ends.
@Suite(.timeLimit(.minutes(5))) struct DaemonLifecycleTests {
  private func group(
    _ yaml: String, logging: @escaping @Sendable (String) -> Void = { _ in },
    find: @escaping @Sendable () throws -> SensorSetup
  ) -> ServiceGroup {
    let log = ServiceLog(isJournal: true, write: logging)
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

  /// A source that says sentences whenever it is started.
  private struct Speaker: SensorSource {
    let name = "speaker"
    var sentences: [String]
    var spoke: @Sendable () -> Void = {}

    func run(delivering sink: some SensorSink) async {
      for sentence in sentences { sink.notice(SensorNotice(.warning, .gnss, sentence)) }
      spoke()
      let (cancellation, end) = AsyncStream.makeStream(of: Never.self)
      for await _ in cancellation {}
      end.finish()
    }
  }

  @Test func `sensors that appear do not make the other sources' warnings appear twice`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (spoken, speech) = AsyncStream.makeStream(of: Void.self)
    let (log, lines) = AsyncStream.makeStream(of: String.self)
    let group = group("listen: {socket: \(folder.url.path)/s}") {
      lines.yield($0)
    } find: {
      var setup = SensorSetup(name: "nothing yet", isSimulated: true)
      setup.sources = [Speaker(sentences: ["gpsd is not there"]) { speech.finish() }]
      setup.arrival = { for await _ in spoken {} }
      setup.rediscover = {
        var setup = SensorSetup(name: "a sensor", isSimulated: true)
        setup.sources = [Speaker(sentences: ["gpsd is not there", "gpsd is there"])]
        return setup
      }
      return setup
    }
    let running = Task { try await group.run() }
    var warnings: [String] = []
    for await line in log where line.contains("gpsd") {
      warnings.append(line)
      if line.contains("gpsd is there") { break }
    }
    #expect(warnings.count == 2, "\(warnings)")
    await group.triggerGracefulShutdown()
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
