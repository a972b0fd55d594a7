import Foundation
import Synchronization
import Testing

@testable import HeadingNominatim

/// A server of one answer, and a clock that sleeping advances.
private final class Bench: NominatimTransport {
  struct State {
    var now = ContinuousClock.now
    var requests: [(ContinuousClock.Instant, URL, String)] = []
    var status = 200
    var body = Data(#"[{"lat":"1","lon":"2","name":"A"}]"#.utf8)
    var isReachable = true
  }
  let state = Mutex(State())

  func answer(to url: URL, userAgent: String) async throws -> (status: Int, body: Data) {
    try state.withLock { state in
      state.requests.append((state.now, url, userAgent))
      guard state.isReachable else { throw NominatimFailure.unreachable }
      return (state.status, state.body)
    }
  }

  func client(_ server: String = "http://127.0.0.1:1/nominatim/") -> NominatimClient {
    NominatimClient(
      server: server, userAgent: "headingd/1", transport: self,
      now: { self.state.withLock { $0.now } },
      sleep: { instant in
        try Task.checkCancellation()
        self.state.withLock { $0.now = max($0.now, instant) }
      })
  }
}

@Suite(.timeLimit(.minutes(5)))
struct ClientTests {
  private func search(_ text: String) -> NominatimRequest {
    .search(text: text, near: nil, language: nil)
  }

  @Test func asksOnceASecond() async throws {
    let bench = Bench()
    let client = bench.client()
    for text in ["a", "b", "c"] { _ = try await client.places(search(text)) }
    let times = bench.state.withLock { $0.requests.map(\.0) }
    #expect(times.count == 3)
    for (earlier, later) in zip(times, times.dropFirst()) {
      #expect(earlier.duration(to: later) >= NominatimClient.interval)
    }
  }

  @Test func namesTheProgramAndKeepsTheServersPath() async throws {
    let bench = Bench()
    _ = try await bench.client().places(search("서울 & co"))
    let request = try #require(bench.state.withLock { $0.requests.first })
    #expect(request.2 == "headingd/1")
    #expect(
      request.1.absoluteString.hasPrefix("http://127.0.0.1:1/nominatim/search?format=jsonv2"))
    #expect(request.1.absoluteString.contains("q=%EC%84%9C%EC%9A%B8%20%26%20co"))
  }

  @Test func asksNothingTwice() async throws {
    let bench = Bench()
    let client = bench.client()
    func reverse(_ latitude: Double) async throws {
      _ = try await client.places(.reverse(latitude: latitude, longitude: 127, language: "ko"))
    }
    try await reverse(37.500_00)
    try await reverse(37.500_04)
    #expect(bench.state.withLock { $0.requests.count } == 1)
    try await reverse(37.501)
    #expect(bench.state.withLock { $0.requests.count } == 2)
    bench.state.withLock { $0.now = $0.now.advanced(by: .seconds(7200)) }
    try await reverse(37.501)
    #expect(bench.state.withLock { $0.requests.count } == 3)
  }

  @Test func remembersThatThereIsNothingButNoFailure() async throws {
    let bench = Bench()
    let client = bench.client()
    bench.state.withLock { $0.body = Data("[]".utf8) }
    for _ in 0..<3 {
      await #expect(throws: NominatimFailure.noResult) { try await client.places(search("x")) }
    }
    #expect(bench.state.withLock { $0.requests.count } == 1)
    bench.state.withLock { $0.isReachable = false }
    for _ in 0..<2 {
      await #expect(throws: NominatimFailure.unreachable) { try await client.places(search("y")) }
    }
    #expect(bench.state.withLock { $0.requests.count } == 3)
  }

  @Test func keepsABoundedNumberOfAnswers() async throws {
    let bench = Bench()
    let client = bench.client()
    for number in 0...300 { _ = try await client.places(search("\(number)")) }
    _ = try await client.places(search("300"))
    #expect(bench.state.withLock { $0.requests.count } == 301)
    _ = try await client.places(search("0"))
    #expect(bench.state.withLock { $0.requests.count } == 302)
  }
}
