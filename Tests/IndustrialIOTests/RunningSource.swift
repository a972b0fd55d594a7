import HeadingClock
import HeadingIIOServer
import HeadingSensing
import HeadingSimulation
import Testing

@testable import IndustrialIO

/// Runs sources for tests.
enum RunningSource {
  /// Runs a source while the body checks its events, then stops it and checks that it ends without further events.
  static func run(
    _ configuration: IIOConfiguration, log: EventLog = EventLog(), sharing: Bool? = nil,
    _ body: (EventLog, AcceptanceLog) async throws -> Void
  ) async throws {
    let accepted = AcceptanceLog()
    var source = IIOSource(configuration: configuration) { accepted.append($0) }
    source.sharesContext = sharing
    let task = Task.detached { await source.run(delivering: log) }
    do {
      try await body(log, accepted)
    } catch {
      task.cancel()
      await task.value
      throw error
    }
    let start = ContinuousClock.now
    task.cancel()
    await task.value
    // The limit is half a second; an overloaded machine may take longer.
    #expect(ContinuousClock.now - start < .seconds(5))
    let count = log.content.events.count
    await Task.yield()
    #expect(log.content.events.count == count)
  }

  /// Runs a source against a simulated server, some devices of the scenario's board left out.
  static func run(
    simulating scenario: String, without missing: Set<String> = [],
    configuration: IIOConfiguration = IIOConfiguration(),
    log: EventLog = EventLog(), sharing: Bool? = nil,
    _ body: @escaping @Sendable (IIODServer, EventLog, AcceptanceLog) async throws -> Void
  ) async throws {
    try await TestPlaces.shared.within {
      let scenario = try Scenario.named(scenario)
      var context = ServedContext(board: scenario.board)
      context.devices.removeAll { missing.contains($0.name ?? $0.id) }
      let server = IIODServer(
        scenario.hat(startingAt: SystemClock().relation.universalTime), context: context)
      try await server.serve { port in
        var configuration = configuration
        configuration.uris = ["ip:127.0.0.1:\(port)"]
        try await run(configuration, log: log, sharing: sharing) { log, accepted in
          try await body(server, log, accepted)
        }
      }
    }
  }
}
