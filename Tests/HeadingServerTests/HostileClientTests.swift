import Foundation
import HeadingClient
import HeadingProtocol
import HeadingTesting
import Testing

@testable import HeadingServer

/// Clients that send what no client should; a well-behaved one beside them must not notice.
@Suite(.timeLimit(.minutes(5)))
struct HostileClientTests {
  @Test(
    arguments: [
      ("not JSON\n", "not understood"), ("{}\n", "not understood"), ("[]\n", "not understood"),
      ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "not understood"),
      ("{\"class\":\"request\",\"rate\":-1}\n", "rate"),
      ("{\"class\":\"request\",\"rate\":1e300}\n", "rate"),
      ("{\"class\":\"request\",\"rate\":\"fast\"}\n", "not understood"),
      ("{\"class\":\"order\"}\n", "class"),
      ("{\"class\":\"request\",\"heading_filter\":181}\n", "heading_filter"),
      ("{\"class\":\"request\",\"distance_filter\":-1}\n", "distance_filter"),
      ("{\"class\":\"request\",\"contents\":[\"secrets\"]}\n", "not understood"),
      (String(repeating: "x", count: 5000), "longer than 4096"),
      (String(repeating: "[", count: 4000) + "\n", "not understood"),
      (String(repeating: "\u{0}\u{ff}", count: 10) + "\n", "not understood"),
      (String(repeating: "\n", count: 100), "too many requests"),
      (String(repeating: "{\"class\":\"request\",\"rate\":5}\n", count: 100), "too many requests"),
    ])
  func `an invalid request is disconnected with a reason`(request: String, reason: String)
    async throws
  {
    let running = try await RunningServer.start()
    let bystander = DaemonClient(running.address)
    var lines = bystander.lines.makeAsyncIterator()
    _ = try await lines.next()

    let hostile = try RawClient(path: running.path)
    hostile.send(request.utf8)
    let answers = await hostile.lines()
    let last = try #require(answers.last)
    #expect(last.contains("\"class\":\"error\""))
    #expect(last.contains(reason))

    running.server.publish(Message.at(1))
    #expect(try await lines.next() == .update(Message.at(1)))
    await running.stop()
  }

  @Test func `a command with a value of a wrong type fails, and the stream goes on`() async throws {
    let running = try await RunningServer.start()
    let client = try RawClient(path: running.path)
    client.send(
      (#"{"class":"command","command":"start_calibration","target":"x"}"# + "\n"
        + #"{"class":"command"}"# + "\n" + #"{"class":"request","rate":5}"# + "\n").utf8)
    let lines = await client.lines { $0.contains(#""class":"request""#) }
    #expect(
      Array(lines.dropFirst().prefix(2)) == [
        #"{"class":"failure","command":"start_calibration","reason":"`target` is not a number"}"#,
        #"{"class":"failure","command":"","reason":"`command` is missing or not a text"}"#,
      ])
    #expect(running.server.load.refused == 0)
    await running.stop()
  }

  @Test func `a client that requests and never reads is notified and disconnected`() async throws {
    let running = try await RunningServer.start {
      $0.requestsPerSecond = 1_000_000
      $0.longestAnswers = 100_000
      // A busy machine may need seconds to come back to this client.
      $0.closeTimeout = 100
    }
    let client = try RawClient(path: running.path)
    let request = Array((#"{"class":"command","command":"x"}"# + "\n").utf8)
    Thread.detachNewThread { for _ in 0..<20_000 { client.send(request) } }
    // Nothing was read until the server gave up; what it wrote before is followed by why.
    while await running.server.subscriberCount > 0 || running.server.load.refused == 0 {
      await Task.yield()
    }
    let lines = await client.lines()
    #expect(lines.last?.contains("wait unread") == true)
    #expect(lines.reduce(0) { $0 + $1.utf8.count } < 1_000_000)
    await running.stop()
  }

  @Test func `a subscriber beyond the limit is refused with the reason`() async throws {
    let running = try await RunningServer.start { $0.maximumSubscribers = 1 }
    let first = try RawClient(path: running.path)
    _ = await first.lines { $0.contains("greeting") }
    await #expect {
      for try await _ in DaemonClient(running.address).lines {}
    } throws: { error in
      guard case .refused(_, let reason) = error as? HeadingClientError else { return false }
      return reason.contains("too many subscribers")
    }
    await running.stop()
  }

  @Test func `a client beyond the limit of connections gets the reason before it is disconnected`()
    async throws
  {
    let running = try await RunningServer.start {
      $0.maximumSubscribers = 1
      // Those before it are being told that there are too many subscribers, and do not listen.
      $0.closeTimeout = 100
    }
    var earlier: [RawClient] = []
    for _ in 0..<17 {
      earlier.append(try RawClient(path: running.path))
      _ = await earlier[earlier.count - 1].lines { _ in true }
    }
    let lines = await (try RawClient(path: running.path)).lines()
    #expect(lines.count == 1 && lines[0].contains("too many connections"), "\(lines)")
    #expect(running.server.load.refusals == [.connections: 17])
    await running.stop()
  }

  @Test func `a client beyond its share of connections gets the reason before it is disconnected`()
    async throws
  {
    let running = try await RunningServer.start {
      $0.maximumSubscribers = 4
      $0.loopbackPort = 0
    }
    let port = try #require(running.server.port)
    let last = try await BlockingConnection.talk(toPort: port) { first in
      _ = try first.line()
      var others: [BlockingConnection] = []
      for _ in 0..<3 { others.append(try BlockingConnection.open(port: port)) }
      return try others.map { try $0.line() }
    }
    #expect(last.dropLast().allSatisfy { $0.contains("greeting") })
    #expect(last.last?.contains("3 connections over TCP already") == true, "\(last)")
    // The Unix socket's users have theirs.
    _ = await (try RawClient(path: running.path)).lines { $0.contains("greeting") }
    #expect(running.server.load.refusals == [.userConnections: 1])
    await running.stop()
  }

  @Test func `requests are accepted up to a limit`() async throws {
    let running = try await RunningServer.start()
    let client = try RawClient(path: running.path)
    client.send(
      "{\"class\":\"request\"}\r\n\n{\"class\":\"request\",\"rate\":2,\"later\":{}}\n".utf8)
    let lines = await client.lines { $0.contains("\"rate\":2") }
    #expect(lines.count == 3)
    #expect(
      lines[1]
        == #"{"class":"request","contents":["updates"],"delivery":"newest","distance_filter":0,"#
        + #""heading_filter":0,"rate":0}"#)
    await running.stop()
  }

  @Test func `a client that hangs up before the answer does not affect others`()
    async throws
  {
    let running = try await RunningServer.start { $0.requestsPerSecond = 1000 }
    let requests = Array(
      String(repeating: #"{"class":"request","rate":5}"# + "\n", count: 500).utf8)
    // Each leaves hundreds behind; all are read before the last client's turn.
    for _ in 0..<20 {
      let client = try RawClient(path: running.path)
      client.send(requests)
    }
    let client = try RawClient(path: running.path)
    client.send(requests.prefix(29))
    let lines = await client.lines { $0.contains("\"rate\":5") }
    #expect(lines.count == 2)
    await running.stop()
  }
}
