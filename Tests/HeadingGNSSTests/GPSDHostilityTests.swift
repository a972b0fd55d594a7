import HeadingGNSS
import HeadingGeometry
import HeadingSensing
import Testing

/// The source against peers that are not gpsd, or not sane.
@Suite(.timeLimit(.minutes(5)))
struct GPSDHostilityTests {
  private let sink = CollectingSink()

  private static let fix =
    #"{"class":"TPV","device":"a","mode":3,"lat":10.0,"lon":20.0,"altMSL":5.0}"# + "\n"

  private func running(_ source: GPSDSource, _ body: () async throws -> Void) async throws {
    let sink = sink
    let task = Task { await source.run(delivering: sink) }
    do { try await body() } catch {
      task.cancel()
      throw error
    }
    task.cancel()
    await task.value
  }

  @Test(
    arguments: [
      "invalidLines\n", "{\n", "[1,2,3]\n", "{\"class\":17}\n", "\u{0}\u{1}\u{2}\n",
      "{\"class\":\"TPV\",\"lat\":\"x\"}\n",
      String(repeating: "[", count: 60_000) + "\n", String(repeating: "x", count: 300_000) + "\n",
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":1e999,\"lon\":0}\n",
    ])
  func `invalid lines are skipped and reported, and the next fix is used`(invalidLines: String)
    async throws
  {
    let server = try FakeServer(saying: Array((invalidLines + Self.fix).utf8))
    try await running(GPSDSource(host: "127.0.0.1", port: server.port)) {
      let fix = try await sink.fix()
      #expect(fix.coordinate.latitude == 10)
      try await sink.wait(forNotice: "skipped")
    }
  }

  @Test func `binary input is survived`() async throws {
    var bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    bytes += Array(("\n" + Self.fix).utf8)
    let server = try FakeServer(saying: bytes)
    try await running(GPSDSource(host: "127.0.0.1", port: server.port)) {
      _ = try await sink.fix()
    }
  }

  @Test func `a peer that closes each connection is retried and reported absent`()
    async throws
  {
    let server = try FakeServer(saying: Array(Self.fix.utf8), hangsUp: true)
    var source = GPSDSource(host: "127.0.0.1", port: server.port)
    source.firstRetry = 0.01
    try await running(source) {
      try await sink.wait(for: .absent)
      let before = sink.count
      try await sink.wait(for: .present, from: before)
      try await sink.wait(for: .absent, from: before)
    }
  }

  @Test func `silence from the start means a failed receiver`() async throws {
    let server = try FakeServer(saying: [])
    var source = GPSDSource(host: "127.0.0.1", port: server.port)
    source.ageLimit = 0.3
    try await running(source) { try await sink.wait(for: .failed) }
  }

  @Test func `an unresolvable host is reported`() async throws {
    try await running(GPSDSource(host: "no-such-host.invalid")) {
      try await sink.wait(forNotice: "no-such-host.invalid")
    }
  }
}
