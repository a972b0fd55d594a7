import Glibc
import HeadingClock
import HeadingGNSS
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

/// The source against the gpsd that is installed here, fed by a receiver of our own making.
@Suite(
  .enabled(if: RealGPSD.isInstalled, "gpsd is not installed: apt-get install gpsd"),
  .timeLimit(.minutes(5)))
struct GPSDSourceTests {
  private let sink = CollectingSink()
  private let port: Int
  private let receiverPort: Int
  private let source: GPSDSource

  init() throws {
    port = try LoopbackSocket.freePort(SOCK_STREAM)
    receiverPort = try LoopbackSocket.freePort(SOCK_DGRAM)
    source = GPSDSource(host: "127.0.0.1", port: port)
  }

  private func startGPSD() throws -> RealGPSD {
    try RealGPSD(port: port, receiver: "udp://127.0.0.1:\(receiverPort)")
  }

  private func startFeed() throws -> ReceiverFeed {
    let socket = try LoopbackSocket(SOCK_DGRAM)
    let receiverPort = receiverPort
    return ReceiverFeed { socket.send($0, to: receiverPort) }
  }

  /// Runs the source while the body looks at what it delivers.
  private func running(
    _ source: GPSDSource? = nil, _ body: () async throws -> Void
  ) async throws {
    let source = source ?? self.source
    let sink = sink
    let task = Task { await source.run(delivering: sink) }
    do {
      try await body()
      task.cancel()
    } catch {
      task.cancel()
      throw error
    }
    await task.value
  }

  @Test func `a fix arrives with the receiver's values and gpsd's errors`() async throws {
    let gpsd = try startGPSD()
    let feed = try startFeed()
    defer { feed.stop() }
    try await running {
      try await sink.wait(for: .present)
      // The first report of a cycle can still lack what the later sentences bring.
      let entry = try await sink.wait("a complete fix") {
        if case .event(.fix(let fix)) = $0 { fix.verticalAccuracy != nil } else { false }
      }
      guard case .event(.fix(let fix)) = entry else { return }
      #expect(abs(fix.coordinate.latitude - (51 + 40.0 / 60)) < 1e-8)
      #expect(abs(fix.coordinate.longitude + 20.0 / 60) < 1e-8)
      #expect(fix.altitude == 60)
      #expect(fix.ellipsoidalAltitude == 106)
      // gpsd's error model: dilution of precision times 19 m and 23 m.
      #expect(abs((fix.horizontalAccuracy ?? 0) - 0.9 * 19) < 0.01)
      #expect(abs((fix.verticalAccuracy ?? 0) - 1.5 * 23) < 0.01)
      #expect(abs((fix.speed ?? 0) - 5) < 0.001)
      #expect(fix.course == Heading(degrees: 54.7))
      let start = UniversalTime(year: 2026, month: 11, day: 21).secondsSince1970 + 12.0 * 3600
      let time = try #require(fix.universalTime).secondsSince1970
      #expect((start + 35 * 60..<start + 36 * 60).contains(time))
      #expect(abs(fix.time.seconds(since: SystemClock().bootTime)) < 60)
      try await sink.wait("GNSS time") {
        if case .event(.clock(let relation)) = $0 { relation.trust == .gnss } else { false }
      }
    }
    gpsd.stop()
  }

  @Test func `a receiver without a fix has failed with a reason, and recovers`()
    async throws
  {
    let gpsd = try startGPSD()
    let feed = try startFeed()
    defer { feed.stop() }
    feed.set(hasFix: false)
    try await running {
      try await sink.wait(forNotice: "no fix yet")
      try await sink.wait(for: .failed)
      #expect(!sink.entries.contains { if case .event(.fix) = $0 { true } else { false } })
      let before = sink.count
      feed.set(hasFix: true)
      _ = try await sink.fix(from: before)
      try await sink.wait(for: .present, from: before)
      let after = sink.count
      feed.set(hasFix: false)
      try await sink.wait(for: .failed, from: after)
    }
    gpsd.stop()
  }

  @Test func `an unplugged receiver is detected although gpsd is silent`() async throws {
    let line = try PseudoTerminal()
    let gpsd = try RealGPSD(port: port, receiver: line.path)
    let feed = ReceiverFeed { line.write($0) }
    try await running {
      // Its pace is learnt from a few reports.
      for _ in 0..<10 { _ = try await sink.fix(from: sink.count) }
      let before = sink.count
      feed.stop()
      line.unplug()
      try await sink.wait(for: .silent, from: before)
      try await sink.wait(forNotice: "no position report", from: before)
      var last: BootTime?
      for case .event(let event) in sink.entries {
        if case .fix(let fix) = event { last = fix.time }
        guard case .status(let status) = event, status.state == .silent else { continue }
        #expect(status.time.seconds(since: try #require(last)) > 0.5)
      }
    }
    gpsd.stop()
  }

  @Test func `a restart of gpsd is reported, and the fixes return`() async throws {
    let first = try startGPSD()
    let feed = try startFeed()
    defer { feed.stop() }
    try await running {
      _ = try await sink.fix()
      let before = sink.count
      first.stop()
      try await sink.wait(for: .absent, from: before)
      try await sink.wait(
        forNotice: "gpsd is not running at 127.0.0.1:\(port): start it with `systemctl start gpsd`",
        from: before)
      let down = sink.count
      let second = try startGPSD()
      _ = try await sink.fix(from: down)
      try await sink.wait(for: .present, from: down)
      second.stop()
    }
  }

  @Test func `without gpsd the receiver is absent, reported once, until gpsd starts`()
    async throws
  {
    try await running {
      try await sink.wait(for: .absent)
      try await sink.wait(forNotice: "systemctl start gpsd")
      let gpsd = try startGPSD()
      let feed = try startFeed()
      _ = try await sink.fix()
      feed.stop()
      gpsd.stop()
    }
    let reportedState = sink.entries.prefix { if case .event(.fix) = $0 { false } else { true } }
    #expect(
      reportedState.count {
        if case .event(.status(let s)) = $0 { s.state == .absent } else { false }
      } == 1)
  }
}
