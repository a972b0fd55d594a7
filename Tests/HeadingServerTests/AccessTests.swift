import Glibc
import HeadingLocationServices
import HeadingProtocol
import HeadingStorage
import HeadingTesting
import Testing

@testable import HeadingServer

/// Who may connect, and what they see.
@Suite(.timeLimit(.minutes(1)))
struct AccessTests {
  private let stranger = PeerCredentials(process: 1, user: 54_321, group: 54_321)

  @Test func `by default the daemon's user controls, its group reads all, others are refused`() {
    let policy = AccessPolicy(group: "54322")
    let own = PeerCredentials(process: getpid(), user: getuid(), group: getgid())
    #expect(policy.level(of: own, book: .system) == .control)
    #expect(
      policy.level(of: PeerCredentials(process: 1, user: 0, group: 0), book: .system) == .control)
    var member = stranger
    member.group = 54_322
    #expect(policy.level(of: member, book: .system) == .full)
    #expect(policy.level(of: stranger, book: .system) == AccessLevel.none)
    #expect(policy.tcp == .heading)
  }

  @Test func `the highest level that names a peer applies, by name and by number`() {
    var configuration = AccessConfiguration()
    configuration.heading = ["everyone"]
    configuration.reduced = ["group:daemon", "user:no-such-user"]
    configuration.full = ["user:54321"]
    configuration.control = []
    configuration.tcp = "reduced"
    let policy = AccessPolicy(configuration, group: "iio")
    #expect(policy.level(of: stranger, book: .system) == .full)
    var other = stranger
    other.user = 54_322
    #expect(policy.level(of: other, book: .system) == .heading)
    // The user `daemon` has the number and the group 1 on every Debian.
    #expect(
      policy.level(of: PeerCredentials(process: 1, user: 1, group: 65_534), book: .system)
        == .reduced)
    #expect(
      policy.level(of: PeerCredentials(process: 1, user: 0, group: 0), book: .system) == .heading)
    #expect(policy.tcp == .reduced)
  }

  @Test func `a message contains what its access level permits`() {
    var message = Message.at(1)
    message.magneticHeading = 10
    message.trueHeading = 13.6
    message.declination = 3.6
    message.latitude = 47.3712
    message.longitude = 8.5423
    message.horizontalAccuracy = 3
    message.altitude = 408
    message.speed = 1
    message.course = 90
    message.velocity = [1, 0, 0]
    message.pressure = 96_000
    var coarse = CoarsePlace()
    #expect(message.visible(to: ViewerRights(.full), coarse: &coarse) == message)
    #expect(message.visible(to: ViewerRights(.control), coarse: &coarse) == message)
    let reduced = message.visible(to: ViewerRights(.reduced), coarse: &coarse)
    // The middle of the cell from 47.35 to 47.4, which is 0.05 / cos 47.375° wide.
    #expect(abs((reduced.latitude ?? 0) - 47.375) < 1e-9)
    #expect(abs((reduced.longitude ?? 0) - 115.5 * 0.05 / cos(47.375 * .pi / 180)) < 1e-9)
    #expect(reduced.horizontalAccuracy == 5000)
    #expect(reduced.reasons.last == "place_reduced")
    let heading = message.visible(to: ViewerRights(.heading), coarse: &coarse)
    #expect(heading.latitude == nil && heading.longitude == nil)
    #expect(heading.reasons.last == "place_withheld")
    for message in [reduced, heading] {
      #expect(message.magneticHeading == 10)
      // Their difference tells no more than the declination does.
      #expect(message.trueHeading == 14 && message.declination == 4)
      #expect(message.altitude == nil && message.pressure == nil && message.course == nil)
      #expect(message.velocity == nil)
    }
  }

  @Test
  func `over TCP there is the heading without position, unless the configuration grants more`()
    async throws
  {
    let running = try await RunningServer.start { $0.loopbackPort = 0 }
    let port = try #require(running.server.loopbackPort)
    let client = HeadingClient(.host("127.0.0.1", port: port))
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
    let port = try #require(running.server.loopbackPort)
    let last = try await BlockingConnection.talk(toPort: port) { connection in
      _ = try connection.line()
      try connection.send(#"{"class":"request","contents":["\#(content.rawValue)"]}"# + "\n")
      return try connection.line()
    }
    #expect(last.contains(#""class":"error""#) && last.contains("this user may not"))
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
    var lines = HeadingClient(running.address).lines.makeAsyncIterator()
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
