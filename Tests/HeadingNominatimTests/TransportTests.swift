import Foundation
import Testing

@testable import HeadingNominatim

@Suite(.timeLimit(.minutes(5)))
struct TransportTests {
  private func client(_ port: UInt16, timeout: TimeInterval = 300) -> NominatimClient {
    NominatimClient(
      server: "http://127.0.0.1:\(port)", userAgent: "headingd test",
      transport: URLSessionTransport(timeout: timeout))
  }

  private let request = NominatimRequest.search(text: "서울", near: nil, language: "ko")

  private func failure(_ client: NominatimClient) async -> NominatimFailure? {
    do {
      _ = try await client.places(request)
      return nil
    } catch {
      return error as? NominatimFailure
    }
  }

  @Test func asksAServer() async throws {
    let server = LoopbackServer(body: #"[{"lat":"37.5","lon":"127","name":"서울"}]"#)
    defer { server.stop() }
    let places = try await client(server.port).places(request)
    #expect(places.first?.name == "서울")
    let head = try #require(server.requests.first)
    #expect(head.hasPrefix("GET /search?format=jsonv2&addressdetails=1&q=%EC%84%9C%EC%9A%B8"))
    #expect(head.contains("User-Agent: headingd test\r\n"))
    #expect(!head.lowercased().contains("cookie"))
  }

  @Test func tellsWhatTheServerRefuses() async {
    for (status, expected) in [
      ("429 Too Many Requests", NominatimFailure.limited), ("503 Service Unavailable", .limited),
      ("404 Not Found", .noResult), ("200 OK", .unreadable),
    ] {
      let server = LoopbackServer(status: status, body: "<html>")
      defer { server.stop() }
      #expect(await failure(client(server.port)) == expected)
    }
  }

  @Test func endsAnEndlessAnswer() async {
    let server = LoopbackServer(chunks: 100_000, body: String(repeating: "x", count: 65_536))
    defer { server.stop() }
    #expect(await failure(client(server.port)) == .unreadable)
  }

  @Test func tellsThatThereIsNoServer() async {
    let server = LoopbackServer(body: "")
    server.stop()
    #expect(await failure(client(1)) == .unreachable)
  }

  @Test func waitsNoLongerThanItsLimit() async {
    let server = LoopbackServer(body: "", answers: false)
    defer { server.stop() }
    #expect(await failure(client(server.port, timeout: 1)) == .unreachable)
  }

  @Test func waitsNoLongerForBytesOneByOne() async {
    // For an hour, a byte every tenth of a second.
    let server = LoopbackServer(chunks: 36_000, body: " ", pause: 100_000)
    defer { server.stop() }
    let start = ContinuousClock.now
    #expect(await failure(client(server.port, timeout: 1)) == .unreachable)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func canBeCancelled() async {
    let server = LoopbackServer(body: "", answers: false)
    defer { server.stop() }
    let client = client(server.port)
    let task = Task { try await client.places(request) }
    await server.firstRequest()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
