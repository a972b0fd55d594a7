import Glibc
import HeadingAuthorization
import HeadingClient
import HeadingProtocol
import HeadingTesting
import Testing

@testable import HeadingServer

/// Who may connect, and what they see.
@Suite(.timeLimit(.minutes(5)))
struct AccessTests {
  @Test func `over TCP there is the heading and no place, unless the configuration grants more`()
    async throws
  {
    let running = try await RunningServer.start { $0.loopbackPort = 0 }
    let port = try #require(running.server.port)
    let client = DaemonClient(.host("127.0.0.1", port: port))
    var lines = client.lines.makeAsyncIterator()
    _ = try await lines.next()
    var message = Message.at(1)
    (message.magneticHeading, message.latitude, message.longitude) = (10, 47, 8)
    running.server.publish(message)
    guard case .update(let seen) = try await lines.next() else {
      Issue.record("no update")
      return
    }
    #expect(seen.magneticHeading == 10 && seen.latitude == nil && seen.longitude == nil)
    #expect(seen.reasons.contains("place_withheld"))
    await running.stop()
  }

  @Test(arguments: [Content.recording, .questions])
  func `over TCP clients may not record or answer questions by default`(content: Content)
    async throws
  {
    let running = try await RunningServer.start { $0.loopbackPort = 0 }
    let port = try #require(running.server.port)
    let last = try await BlockingConnection.talk(toPort: port) { connection in
      _ = try connection.line()
      try connection.send(#"{"class":"request","contents":["\#(content.rawValue)"]}"# + "\n")
      return try connection.line()
    }
    #expect(last.contains(#""class":"error""#) && last.contains("this client may not"))
    #expect(running.server.load.refusals == [.access: 1])
    await running.stop()
  }

  @Test func `a client that may not connect receives the reason`() async throws {
    let running = try await RunningServer.start { $0.policy.peers = [:] }
    let client = try RawClient(path: running.path)
    let lines = await client.lines()
    #expect(lines.count == 1)
    #expect(lines.first?.contains("this user may not connect") == true)
    #expect(await running.server.subscriberCount == 0)
    await running.stop()
  }

  @Test func `the kernel identifies the peer, and its level determines the content of the stream`()
    async throws
  {
    let user = getuid()
    let running = try await RunningServer.start {
      $0.policy.peers = [.heading: [.user("\(user)")]]
    }
    var lines = DaemonClient(running.address).lines.makeAsyncIterator()
    _ = try await lines.next()
    var message = Message.at(1)
    message.latitude = 47
    message.longitude = 8
    running.server.publish(message)
    guard case .update(let seen) = try await lines.next() else {
      Issue.record("no update")
      return
    }
    #expect(seen.latitude == nil)
    #expect(seen.reasons.contains("place_withheld"))
    await running.stop()
  }
}
