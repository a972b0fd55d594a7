import Foundation
import Glibc
import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingTesting
import Logging
import NIOCore
import Testing

@testable import HeadingServer

/// The web page's server, over real connections.
@Suite(.timeLimit(.minutes(5)))
struct WebTests {
  /// A served page until the body ends.
  func serve<Result>(
    _ change: (inout ServerSettings) -> Void = { _ in },
    _ body: (WebEntrance) async throws -> Result
  ) async throws -> Result {
    var configuration = WebConfiguration()
    configuration.port = try LoopbackSocket.freePort(SOCK_STREAM)
    let entrance = try WebEntrance(configuration, history: WebHistory(title: "hat \"1\""))
    let commands = CommandHandler(
      service: HeadingService(), logger: Logger(label: "test"),
      web: { .web(entrance.answer(phone: $0)) })
    let running = try await RunningServer.start(web: entrance, commands: commands, change)
    let result = try await body(entrance)
    await running.stop()
    return result
  }

  /// The answer's lines to a request.
  func answer(_ request: String, at entrance: WebEntrance) async throws -> [String] {
    try await BlockingConnection.talk(toPort: entrance.configuration.port) { connection in
      try connection.send(request)
      var lines: [String] = []
      while let line = try? connection.line() { lines.append(line.replacing("\r", with: "")) }
      return lines
    }
  }

  /// The request for a WebSocket of the page, with other headers in place of its own.
  func upgrade(
    _ port: Int, host: String? = nil, origin: String? = "http://127.0.0.1:PORT",
    path: String = "/stream",
    protocols: String = "headingd.1"
  ) -> String {
    var lines = ["GET \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"]
    if let origin { lines.append("Origin: " + origin.replacing("PORT", with: "\(port)")) }
    lines += [
      "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol: \(protocols)",
    ]
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// A text message of a client, which masks it.
  func message(
    _ text: String, isLast: Bool = true, isFirst: Bool = true, reserved: UInt8 = 0,
    isMasked: Bool = true
  ) -> [UInt8] {
    let bytes = Array(text.utf8)
    let mask: [UInt8] = isMasked ? [1, 2, 3, 4] : [0, 0, 0, 0]
    let bit: UInt8 = isMasked ? 0x80 : 0
    var frame: [UInt8] = [(isLast ? 0x80 : 0) | (isFirst ? 1 : 0) | reserved]
    if bytes.count < 126 {
      frame.append(bit | UInt8(bytes.count))
    } else {
      frame += [bit | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
    }
    if isMasked { frame += mask }
    for (index, byte) in bytes.enumerated() { frame.append(byte ^ mask[index % 4]) }
    return frame
  }

  /// The next message of the server: its kind and content.
  static func receive(_ connection: BlockingConnection) throws -> (
    kind: UInt8, text: String
  ) {
    let head = try connection.bytes(2)
    var size = Int(head[1])
    if size == 126 {
      let long = try connection.bytes(2)
      size = Int(long[0]) << 8 | Int(long[1])
    }
    return (head[0] & 15, String(decoding: try connection.bytes(size), as: UTF8.self))
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200 OK"),
    ("GET /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200 OK"),
    ("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200 OK"),
    ("GET /history HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200 OK"),
    ("GET /../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 404 Not Found"),
    ("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 426 Upgrade Required"),
    ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "HTTP/1.1 421 Misdirected Request"),
    ("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400 Bad Request"),
    ("GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200 OK"),
    ("GET HTTP://localhost HTTP/1.1\r\nHost: other\r\n\r\n", "HTTP/1.1 200 OK"),
    ("GET http://localhost?x HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200 OK"),
    (
      "GET http://evil.example/history HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "HTTP/1.1 421 Misdirected Request"
    ),
    (
      "GET /stream HTTP/1.1\r\nHost: localhost\r\nSec-WebSocket-Version: 8\r\n\r\n",
      "HTTP/1.1 426 Upgrade Required"
    ),
    (
      "POST /history HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 405 Method Not Allowed"
    ),
    (
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /",
      "HTTP/1.1 400 Bad Request"
    ),
  ])
  func `a request is answered`(request: String, head: String) async throws {
    let lines = try await serve { try await answer(request, at: $0) }
    #expect(lines.first == head, "\(lines)")
    #expect(lines.contains("Allow: GET, HEAD") == head.contains(" 405 "), "\(lines)")
  }

  @Test func `every answer confines the page, and a known file is not sent again`() async throws {
    try await serve { entrance in
      let first = try await answer("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", at: entrance)
      let policy = first.first { $0.hasPrefix("Content-Security-Policy:") }
      #expect(policy?.contains("default-src 'none'") == true)
      let tag = try #require(first.first { $0.hasPrefix("ETag: ") }?.dropFirst(6))
      let second = try await answer(
        "GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \(tag)\r\n\r\n", at: entrance)
      #expect(second.first == "HTTP/1.1 304 Not Modified")
      let missing = try await answer("GET /no HTTP/1.1\r\nHost: localhost\r\n\r\n", at: entrance)
      #expect(missing.contains { $0.hasPrefix("Content-Security-Policy:") })
    }
  }

  @Test func `headers without end are not kept`() async throws {
    let huge = "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 1 << 20)
    let lines = try await serve { try? await answer(huge, at: $0) }
    #expect(lines?.first?.contains("200") != true)
  }

  @Test(
    arguments: [
      ("http://evil.example", nil, "/stream", "403 Forbidden"),
      (nil, nil, "/stream", "403 Forbidden"),
      ("https://127.0.0.1:PORT", nil, "/stream", "403 Forbidden"),
      ("null", nil, "/stream", "403 Forbidden"),
      ("http://evil.example", "evil.example", "/stream", "421 Misdirected Request"),
      ("http://127.0.0.1:PORT", nil, "/other", "404 Not Found"),
    ] as [(String?, String?, String, String)])
  func `a stream of another origin is refused`(
    origin: String?, host: String?, path: String, status: String
  ) async throws {
    let lines = try await serve { entrance in
      try await answer(
        upgrade(entrance.configuration.port, host: host, origin: origin, path: path), at: entrance)
    }
    #expect(lines.first == "HTTP/1.1 " + status, "\(lines)")
  }

  /// The lines that a WebSocket gets until one has a key and a value, and the selected protocol.
  private func talk(
    at entrance: WebEntrance, protocols: String, _ messages: [[UInt8]], until wanted: String
  ) async throws -> (selected: String?, lines: [String]) {
    let request = upgrade(entrance.configuration.port, protocols: protocols)
    return try await BlockingConnection.talk(toPort: entrance.configuration.port) { connection in
      try connection.send(request)
      var selected: String?
      while true {
        let line = try connection.line().replacing("\r", with: "")
        if line.isEmpty { break }
        if line.lowercased().hasPrefix("sec-websocket-protocol: ") {
          selected = String(line.dropFirst(24))
        }
      }
      for message in messages { try connection.send(message) }
      var lines: [String] = []
      while lines.last?.contains(wanted) != true {
        guard let (kind, text) = try? Self.receive(connection), kind == 1 else { break }
        lines.append(text)
      }
      return (selected, lines)
    }
  }

  @Test func `without the token a page reads and commands nothing`() async throws {
    for protocols in ["headingd.1", "headingd.1, headingd.1.control, token.0123456789abcdef0123"] {
      let result = try await serve {
        try await talk(
          at: $0, protocols: protocols,
          [message(#"{"class":"command","command":"rollback_calibration"}"#)], until: "failure")
      }
      #expect(result.selected == "headingd.1")
      #expect(result.lines.first?.contains(#""class":"greeting""#) == true, "\(result)")
      #expect(result.lines.last?.contains("may not give orders") == true, "\(result)")
    }
  }

  @Test func `with the token it commands, also in parts`() async throws {
    let text = #"{"class":"command","command":"web"}"#
    let parts = [
      message(String(text.prefix(9)), isLast: false),
      message(String(text.dropFirst(9)), isFirst: false),
    ]
    try await serve { entrance in
      let result = try await talk(
        at: entrance, protocols: "headingd.1, headingd.1.control, token.\(entrance.token.text)",
        parts,
        until: #""class":"web""#)
      #expect(result.selected == "headingd.1.control")
      #expect(result.lines.last?.contains(entrance.token.text) == true, "\(result)")
    }
  }

  @Test func `a second request of a connection is not answered`() async throws {
    let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let lines = try await serve { try await answer(request + request, at: $0) }
    #expect(lines.count { $0.hasPrefix("HTTP/1.1 ") } == 1)
  }

  // Otherwise it got nothing at all, for good.
  @Test func `a stream beyond the limit is told so and closed`() async throws {
    try await serve {
      $0.maximumSubscribers = 1
    } _: { entrance in
      let port = entrance.configuration.port
      let request = upgrade(port)
      try await BlockingConnection.talk(toPort: port) { first in
        try first.send(request)
        while try !first.line().replacing("\r", with: "").isEmpty {}
        _ = try Self.receive(first)
        let second = try BlockingConnection.open(port: port)
        try second.send(request)
        while try !second.line().replacing("\r", with: "").isEmpty {}
        let (kind, text) = try Self.receive(second)
        #expect(kind == 1 && text.contains(#""class":"error""#))
        #expect(try Self.receive(second).kind == 8)
        #expect((try? Self.receive(second)) == nil)
      }
    }
  }

  @Test func `idle connections do not close a stream`() async throws {
    try await serve { entrance in
      let port = entrance.configuration.port
      let request = upgrade(port)
      let ask = message(#"{"class":"command","command":"status"}"#)
      let answer = try await BlockingConnection.talk(toPort: port) { connection in
        try connection.send(request)
        while try !connection.line().replacing("\r", with: "").isEmpty {}
        _ = try Self.receive(connection)
        let idle = try (0..<100).map { _ in try BlockingConnection.open(port: port) }
        try connection.send(ask)
        var text = ""
        while !text.contains(#""class":"status""#) { text = try Self.receive(connection).text }
        withExtendedLifetime(idle) {}
        return text
      }
      #expect(answer.contains(#""class":"status""#))
    }
  }

  @Test func `twenty pages at once`() async throws {
    try await serve { entrance in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await talk(
              at: entrance, protocols: "headingd.1",
              [message(#"{"class":"command","command":"status"}"#)], until: #""class":"status""#
            ).lines.count
          }
        }
        for try await count in group { #expect(count >= 2) }
      }
    }
  }

  @Test func `the history is JSON with a row a second, and forgets after an hour`() throws {
    let history = WebHistory(title: "hat \"1\"\n")
    for second in 0..<3700 {
      for part in 0..<3 {
        let time = BootTime(seconds: Double(second) + Double(part) * 0.3)
        history.take(SolutionUpdate(solution: .init(time: time, missing: .starting), latency: 0))
      }
    }
    let body = history.json
    #expect(body.readableBytes < 1_500_000)
    let text = String(decoding: body.readableBytesView, as: UTF8.self)
    let document =
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    let series = try #require((document["series"] as? [[String: Any]])?.first)
    let rows = try #require(series["rows"] as? [[Any]])
    #expect(series["columns"] as? [String] == HistoryText.columns)
    #expect(rows.count == 3600)
    #expect(rows.allSatisfy { $0.count == HistoryText.columns.count })
    #expect(rows.first?.first as? Double == 100 && rows.last?.first as? Double == 3699)
    #expect(rows.last?.last as? [String] == ["starting"])
  }
}
