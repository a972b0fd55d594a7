import Foundation
import HeadingAuthorization
import HeadingClient
import HeadingEngine
import HeadingProtocol
import HeadingRecording
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import Synchronization
import Testing

@testable import HeadingServer

/// Recordings over the wire: whole files, for those who may see everything.
@Suite(.timeLimit(.minutes(5)))
struct RecordingTests {
  /// A service that publishes as the daemon's does, with a server.
  private struct Daemon {
    let service = HeadingService()
    let running: RunningServer
    let ends = Counter()

    init(_ change: (inout ServerSettings) -> Void = { _ in }) async throws {
      let publisher = Publisher()
      let recordings = RecordingStream(of: service) { publisher.hold($0) }
      let ends = ends
      publisher.recordings = recordings
      service.subscribe {
        publisher.hold($0)
      } settled: {
        publisher.send()
      }
      running = try await RunningServer.start(
        recordings: (
          begin: { recordings.begin() },
          end: {
            recordings.end()
            ends.count()
          }
        ), change)
      publisher.server = running.server
    }
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    private let stream = AsyncStream.makeStream(of: Void.self)

    func count() {
      value.withLock { $0 += 1 }
      stream.continuation.yield()
    }

    func wait() async { for await _ in stream.stream { return } }
  }

  /// A client that writes down what it gets.
  private struct Reader {
    private var lines: ServerLines.Iterator
    private(set) var file = Data()

    init(_ running: RunningServer) {
      var request = Request()
      request.contents = [.recording]
      lines = DaemonClient(running.address, request: request).lines.makeAsyncIterator()
    }

    /// Reads until the file has so many events, or has begun.
    mutating func read(events count: Int = 0) async throws {
      repeat {
        guard let line = try await lines.next() else { return }
        if case .recording(let message) = line { file += try #require(message.bytes) }
      } while try file.isEmpty || events.count < count
    }

    var messages: [MCAPMessage] {
      get throws {
        var reader = try MCAPReader(Array(file))
        var messages: [MCAPMessage] = []
        while let message = try reader.next() { messages.append(message) }
        return messages
      }
    }

    var events: [MCAPMessage] {
      get throws { try messages.filter { $0.topic == EventReplay.eventTopic } }
    }
  }

  private func events(from start: Double) throws -> [SensorEvent] {
    Array(
      try Scenario.named("turning").hat()
        .events(until: 2, startingAt: BootTime(seconds: start)))
  }

  @Test
  func
    `each client gets a file from its request on, with the service's configuration events`()
    async throws
  {
    let daemon = try await Daemon()
    var setup = SensorSetup(name: "test", isSimulated: true)
    setup.calibration = CalibrationParameters()
    daemon.service.use(setup)
    var first = Reader(daemon.running)
    try await first.read()
    let early = try events(from: 100)
    for event in early { daemon.service.deliver(event) }
    try await first.read(events: early.count)
    var second = Reader(daemon.running)
    try await second.read()
    let late = try events(from: 103)
    for event in late { daemon.service.deliver(event) }
    try await first.read(events: early.count + late.count)
    try await second.read(events: late.count)

    let coder = EventCoder()
    #expect(try first.events.map { try coder.event($0.data) } == early + late)
    #expect(try second.events.map { try coder.event($0.data) } == late)
    for reader in [first, second] {
      let context = try reader.messages.filter { $0.topic == EventReplay.contextTopic }
      let configuring = try context.map { try coder.event($0.data) }
      #expect(configuring.contains { if case .calibration(_, _?) = $0 { true } else { false } })
      var replay = try EventReplay(Array(reader.file))
      var count = 0
      while let solution = try replay.next() {
        count += 1
        #expect(solution.isSimulated)
        #expect(!solution.reasons.contains(.uncalibrated))
      }
      #expect(count > 150)
    }
    await daemon.running.stop()
  }

  @Test func `the service stops recording when no client requests one`() async throws {
    let daemon = try await Daemon()
    do {
      var reader = Reader(daemon.running)
      try await reader.read()
    }
    // The connection has gone with its reader.
    await daemon.ends.wait()
    var again = Reader(daemon.running)
    try await again.read()
    daemon.service.deliver(.tick(BootTime(seconds: 7)))
    try await again.read(events: 1)
    await daemon.running.stop()
  }

  @Test func `a client without full access gets no recording, with the reason`() async throws {
    let daemon = try await Daemon { $0.policy.peers = [.heading: [.everyone]] }
    var reader = Reader(daemon.running)
    let error = await #expect(throws: HeadingClientError.self) { try await reader.read() }
    guard case .notAdmitted(_, let reason) = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("access"))
    await daemon.running.stop()
  }

  @Test func `a server without recordings states it in its greeting and its answer`() async throws {
    let running = try await RunningServer.start()
    var request = Request()
    request.contents = [.updates, .recording]
    for try await line in DaemonClient(running.address, request: request).lines {
      switch line {
      case .greeting(let greeting): #expect(!greeting.has(.recording) && greeting.has(.contents))
      case .request(let answer):
        #expect(answer.contents == [.updates])
        await running.stop()
        return
      default: Issue.record("unexpected line \(line)")
      }
    }
  }
}
