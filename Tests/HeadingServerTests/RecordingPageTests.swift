import Foundation
import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingTesting
import NIOCore
import Testing

@testable import HeadingServer

/// A recording's history, and its page over real connections.
@Suite(.timeLimit(.minutes(5)))
struct RecordingPageTests {
  private func solution(at seconds: Double, _ reasons: Reasons = .starting) -> HeadingSolution {
    HeadingSolution(time: BootTime(seconds: seconds), missing: reasons)
  }

  /// A history of rows with the given distance, s.
  private func history(
    count: Int, every distance: Double, _ reasons: (Int) -> Reasons = { _ in .starting }
  ) -> RecordedHistory {
    var history = RecordedHistory(name: "a \"name\"")
    for row in 0..<count {
      let solution = solution(at: Double(row) * distance, reasons(row))
      history.append(
        SolutionMessage(SolutionUpdate(solution: solution, latency: 0)), solution: solution)
    }
    return history
  }

  private func times(_ history: RecordedHistory) -> [Double] {
    history.rows.compactMap { $0[.bootTime] }
  }

  @Test func `a short recording keeps ten rows a second`() {
    let history = history(count: 1000, every: 0.01)
    #expect(history.interval == 0.1)
    #expect(times(history).count == 100)
    #expect(times(history).prefix(3) == [0, 0.1, 0.2])
  }

  @Test(arguments: [(200_000, 0.05), (5000, 100)])
  func `a long one has at most 3600 rows, evenly from its beginning to its end`(
    count: Int, distance: Double
  ) throws {
    let history = history(count: count, every: distance)
    let times = times(history)
    #expect((1700...3600).contains(times.count), "\(times.count)")
    #expect(times.first == 0)
    let last = try #require(times.last)
    #expect(Double(count - 1) * distance - last <= history.interval)
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    let shortest = try #require(steps.min())
    let longest = try #require(steps.max())
    #expect(longest <= shortest * 1.5 + distance, "\(shortest) to \(longest) s")
  }

  @Test func `a reason of rows that are left out is kept`() {
    let history = history(count: 200_000, every: 0.05) {
      $0 == 77_777 ? .magnetometerStale : .starting
    }
    let rows = history.rows.filter { $0.reasons.contains("magnetometer_stale") }
    #expect(rows.count == 1)
    let time = rows.first?[.bootTime] ?? 0
    #expect(time <= 77_777 * 0.05 && time + history.interval >= 77_777 * 0.05)
  }

  @Test func `times that run back are counted, not shown`() {
    var history = history(count: 100, every: 1)
    let early = solution(at: 3)
    history.append(SolutionMessage(SolutionUpdate(solution: early, latency: 0)), solution: early)
    #expect(history.setBackCount == 1)
    #expect(times(history) == times(history).sorted())
  }

  @Test func `its history needs the token, and nothing else is served`() async throws {
    let page = RecordingPage(title: "x</script>", [history(count: 20, every: 1)])
    let address = try await page.serve()
    let parts = address.split(separator: "#token=")
    let port = try #require(parts.first?.dropLast().split(separator: ":").last.flatMap { Int($0) })
    let token = try #require(parts.last)
    func answer(_ request: String) async throws -> [String] {
      try await BlockingConnection.talk(toPort: port) { connection in
        try connection.send(request)
        var lines: [String] = []
        while let line = try? connection.line() { lines.append(line.replacing("\r", with: "")) }
        return lines
      }
    }
    let host = "HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for (request, status) in [
      ("GET / \(host)\r\n", "200 OK"), ("GET /main.js \(host)\r\n", "200 OK"),
      ("GET /history \(host)\r\n", "401 Unauthorized"),
      ("GET /history \(host)X-Headingd-Token: 0\r\n\r\n", "401 Unauthorized"),
      ("GET /stream \(host)\r\n", "404 Not Found"),
      ("POST / \(host)\r\n", "405 Method Not Allowed"),
      ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421 Misdirected Request"),
    ] {
      #expect(try await answer(request).first == "HTTP/1.1 \(status)", "\(request)")
    }
    let lines = try await answer("GET /history \(host)X-Headingd-Token: \(token)\r\n\r\n")
    let body = lines.drop { !$0.isEmpty }.joined(separator: "\n")
    let document =
      try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
    #expect(document["live"] as? Bool == false && document["title"] as? String == "x</script>")
    let series = try #require((document["series"] as? [[String: Any]])?.first)
    #expect(series["name"] as? String == "a \"name\"" && series["interval"] as? Double == 0.1)
    #expect((series["rows"] as? [[Any]])?.count == 20)
    let events = series["events"] as? [[String: Any]]
    #expect(events?.first?["text"] as? String == "invalid: starting")
  }
}
