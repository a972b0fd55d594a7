import Foundation
import HeadingClient
import HeadingProtocol
import HeadingStorage
import HeadingTLS
import HeadingTesting
import Logging
import Synchronization
import Testing

@testable import HeadingServer

/// Clients of other machines, with real handshakes; clients/python tests the same with Python's `ssl`.
@Suite(.timeLimit(.minutes(5))) struct RemoteTests {
  private let files: TestCertificates

  init() throws { files = try TestCertificates() }

  private func entrance(
    _ name: String = "server", at address: String = "::1", token: Bool = true,
    authority: Bool = false
  ) throws -> RemoteEntrance {
    var configuration = RemoteConfiguration(
      address: address,
      protection: .tls(
        certificate: files.path("\(name).pem"), key: files.path("\(name).key"),
        tokenFile: token ? files.path("token") : nil,
        clientAuthority: authority ? files.path("ca.pem") : nil))
    configuration.port = 0
    return try RemoteEntrance(configuration)
  }

  private func security(
    _ authority: String? = "server", token: String? = "token", client: String? = nil
  ) -> ConnectionSecurity {
    .tls(
      certificateAuthority: authority.map { files.path("\($0).pem") },
      certificate: client.map { files.path("\($0).pem") },
      key: client.map { files.path("\($0).key") }, tokenFile: token.map { files.path($0) })
  }

  private func client(
    _ running: RunningServer, _ host: String, _ security: ConnectionSecurity
  ) throws -> DaemonClient {
    DaemonClient(.host(host, port: try #require(running.server.port)), security: security)
  }

  /// Reads the greeting and one update.
  private func read(_ running: RunningServer, _ client: DaemonClient) async throws
    -> SolutionMessage?
  {
    var lines = client.lines.makeAsyncIterator()
    guard case .greeting(let greeting) = try await lines.next() else { return nil }
    #expect(greeting.authentication == nil && greeting.server.hasPrefix("headingd "))
    var message = Message.at(1)
    (message.magneticHeading, message.latitude) = (10, 47)
    running.server.publish(message)
    guard case .update(let update) = try await lines.next() else { return nil }
    return update
  }

  private func failure(_ client: DaemonClient) async -> HeadingClientError? {
    do throws(HeadingClientError) {
      for try await _ in client.lines {}
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("127.0.0.1", "localhost")])
  func `a client with the token receives the stream, without the place`(
    address: String, host: String
  ) async throws {
    let running = try await RunningServer.start(remote: entrance(at: address))
    let update = try await read(running, client(running, host, security()))
    #expect(update?.magneticHeading == 10 && update?.latitude == nil)
    await running.stop()
  }

  @Test func `the configuration can grant the place`() async throws {
    var configuration = AccessConfiguration()
    configuration.remote = "full"
    let entrance = try entrance()
    let policy = ServerSettings(
      entrance.configuration, configuration, beside: ServerSettings(socketPath: nil)
    ).policy
    let running = try await RunningServer.start(remote: entrance) { $0.policy = policy }
    #expect(try await read(running, client(running, "::1", security()))?.latitude == 47)
    await running.stop()
  }

  @Test func `a client certificate is asked for, and one of the authority suffices`() async throws {
    let running = try await RunningServer.start(remote: entrance(token: false, authority: true))
    let own = try client(running, "::1", security(token: nil, client: "client"))
    #expect(try await read(running, own)?.magneticHeading == 10)
    for name in [nil, "other"] {
      let error = await failure(try client(running, "::1", security(token: nil, client: name)))
      guard case .notAdmitted(_, let reason) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.contains(name == nil ? "asks for a client certificate" : "does not accept"))
    }
    await running.stop()
  }

  @Test func `with a token and an authority a client needs both`() async throws {
    let running = try await RunningServer.start(remote: entrance(authority: true)) {
      $0.refusalDelay = 0
    }
    let both = try client(running, "::1", security(client: "client"))
    #expect(try await read(running, both)?.magneticHeading == 10)
    guard case .notAdmitted = await failure(try client(running, "::1", security())),
      case .notAdmitted = await failure(
        try client(running, "::1", security(token: "wrong", client: "client")))
    else {
      Issue.record("admitted with one of them")
      return
    }
    await running.stop()
  }

  @Test func `a wrong token is refused after a delay, and a missing one before it is asked for`()
    async throws
  {
    let running = try await RunningServer.start(remote: entrance()) { $0.refusalDelay = 0.5 }
    let start = ContinuousClock.now
    guard
      case .notAdmitted(_, let reason) = await failure(
        try client(running, "::1", security(token: "wrong")))
    else {
      Issue.record("admitted")
      return
    }
    #expect(reason.contains("token_file"))
    #expect(ContinuousClock.now - start >= .seconds(0.5))
    guard
      case .notAdmitted(_, let demand) = await failure(
        try client(running, "::1", security(token: nil)))
    else {
      Issue.record("admitted")
      return
    }
    #expect(demand.contains("--token-file"))
    #expect(running.server.load.refusals[.token] == 1)
    #expect(await running.server.subscriberCount == 0)
    await running.stop()
  }

  @Test(arguments: [
    ("server", "other", "::1", "not one that is trusted"),
    ("server", "server", "127.0.0.2", "does not name 127.0.0.2"),
    ("expired", "expired", "::1", "has expired"),
  ])
  func `a server that is not the right one is not trusted, and receives no token`(
    server: String, authority: String, host: String, reason: String
  ) async throws {
    let running = try await RunningServer.start(
      remote: entrance(server, at: host.contains(":") ? "::1" : "127.0.0.2"))
    let error = await failure(try client(running, host, security(authority)))
    guard case .untrusted(_, let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(reason))
    #expect(running.server.load.refusals[.token] == nil)
    await running.stop()
  }

  @Test func `a session that is resumed ends with the client's certificate`() async throws {
    let running = try await RunningServer.start(remote: entrance(authority: true)) {
      // Ends each connection: `openssl` sends no token.
      $0.admissionTimeout = 0.5
      $0.refusalDelay = 0
    }
    let port = try #require(running.server.port)
    try files.makeBrief(seconds: 8)
    func connect(_ session: String) async throws -> String {
      let run = try await ToolRun.run(
        "openssl",
        [
          "s_client", "-connect", "[::1]:\(port)", "-tls1_3", "-ign_eof", "-CAfile",
          files.path("server.pem"), "-cert", files.path("brief.pem"), "-key",
          files.path("client.key"), session, files.path("session"),
        ])
      return run.text
    }
    #expect(try await connect("-sess_out").contains(#""authentication":"token""#))
    let before = try await connect("-sess_in")
    #expect(before.contains("Reused, TLSv1.3") && before.contains(#""authentication":"token""#))
    var after = before
    while !after.contains("has expired") { after = try await connect("-sess_in") }
    #expect(after.contains("Reused, TLSv1.3") && !after.contains(#""authentication":"token""#))
    await running.stop()
  }

  @Test func `a server without TLS is told from one with`() async throws {
    let plain = try await RunningServer.start { $0.loopbackPort = 0 }
    let one = DaemonClient(
      .host("127.0.0.1", port: try #require(plain.server.port)), security: security())
    #expect(await failure(one) == .notEncrypted(one.address))
    await plain.stop()
    let encrypted = try await RunningServer.start(remote: entrance(at: "127.0.0.1")) {
      $0.admissionTimeout = 0.1
    }
    let other = DaemonClient(.host("127.0.0.1", port: try #require(encrypted.server.port)))
    guard case .refused(_, let reason) = await failure(other) else {
      Issue.record("no reason")
      return
    }
    #expect(reason.contains("this port speaks TLS"))
    await encrypted.stop()
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `a client that does not trust the certificate is told from one without TLS in the log`(
    version: String
  ) async throws {
    let messages = Mutex<[String]>([])
    let log = ServiceLog(isJournal: false) { line in messages.withLock { $0.append(line) } }
    let running = try await RunningServer.start(
      logger: Logger(label: "test") { log.handler($0) }, remote: entrance())
    let port = try #require(running.server.port)
    _ = try await ToolRun.run(
      "openssl",
      [
        "s_client", "-connect", "[::1]:\(port)", version, "-CAfile", files.path("other.pem"),
        "-verify_return_error",
      ])
    var logged: [String] = []
    while logged.isEmpty {
      await Task.yield()
      logged = messages.withLock { $0 }.filter { $0.contains("was not admitted") }
    }
    #expect(logged[0].contains("refuses this daemon's certificate"), "\(logged)")
    await running.stop()
  }

  @Test(arguments: [#"{"class":"request","rate":5}"#, "GET / HTTP/1.1\r", "SSH-2.0-x\r", ""])
  func `a client that sends something else than TLS can read why, as can who reads the log`(
    text: String
  ) async throws {
    let messages = Mutex<[String]>([])
    let log = ServiceLog(isJournal: false) { line in messages.withLock { $0.append(line) } }
    let running = try await RunningServer.start(
      logger: Logger(label: "test") { log.handler($0) }, remote: entrance(at: "127.0.0.1"))
    let port = try #require(running.server.port)
    let line = try await BlockingConnection.talk(toPort: port) {
      try $0.send(text + "\n")
      return try $0.line()
    }
    #expect(
      line
        == #"{"class":"error","code":"handshake","reason":"this port speaks TLS; give `compass` --ca"}"#
    )
    #expect(running.server.load.refusals == [.handshake: 1])
    let logged = messages.withLock { $0 }.filter { $0.contains("was not admitted") }
    #expect(
      logged.count == 1 && logged[0].contains("the client does not speak TLS: give `compass` --ca"),
      "\(logged)")
    await running.stop()
  }

  @Test(arguments: [
    ("nothing.pem", "No such file"), ("token", "no certificate in PEM"),
  ])
  func `a file that cannot be used is named`(name: String, reason: String) async throws {
    let security = ConnectionSecurity.tls(certificateAuthority: files.path(name))
    let error = await failure(DaemonClient(.host("::1", port: 1), security: security))
    guard case .unusableFile(files.path(name), let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(reason))
  }

  @Test func `new files are for clients that connect later, and broken ones change nothing`()
    async throws
  {
    let entrance = try entrance()
    let running = try await RunningServer.start(remote: entrance)
    var early = try client(running, "::1", security()).lines.makeAsyncIterator()
    _ = try await early.next()
    try files.put("server.pem", "nothing")
    #expect(throws: RemoteCredentials.Problem.self) { try entrance.reload() }
    try files.replace("server.pem", by: "other.pem")
    // The key is still the old one's.
    #expect(throws: RemoteCredentials.Problem.self) { try entrance.reload() }
    guard case .untrusted = await failure(try client(running, "::1", security("server"))) else {
      Issue.record("the files before are not in force")
      return
    }
    try files.replace("server.key", by: "other.key")
    try entrance.reload()
    #expect(try await read(running, client(running, "::1", security("other"))) != nil)
    // The connection before outlives both.
    #expect(try await early.next() != nil)
    await running.stop()
  }

  @Test func `strangers displace each other, and neither readers nor clients of other networks`()
    async throws
  {
    let running = try await RunningServer.start(remote: entrance(at: "127.0.0.1")) {
      $0.admissionTimeout = 100
      $0.maximumPending = 3
      $0.maximumPendingPerAddress = 4
    }
    let reader = try client(running, "127.0.0.1", security())
    var lines = reader.lines.makeAsyncIterator()
    _ = try await lines.next()
    let port = try #require(running.server.port)
    try await BlockingConnection.talk(toPort: port) { first in
      var others: [BlockingConnection] = []
      for _ in 0..<3 { others.append(try BlockingConnection.open(port: port)) }
      // The oldest is closed.
      #expect(throws: BlockingConnection.Failure.self) { try first.line() }
    }
    running.server.publish(Message.at(2))
    #expect(try await lines.next() != nil)
    await running.stop()
  }

  @Test func `one address has a share of the places`() {
    let pending = PendingPeers(maximum: 3, perAddress: 2)
    final class Peer {}
    let peers = (0..<6).map { _ in Peer() }
    var closed: [Int] = []
    let admit = { (index: Int, address: String) in
      pending.admit(ObjectIdentifier(peers[index]), from: address) { closed.append(index) }
    }
    #expect(admit(0, "a") && admit(1, "a") && !admit(2, "a"))
    #expect(admit(3, "b") && closed.isEmpty)
    #expect(admit(4, "b") && closed == [0])
    pending.remove(ObjectIdentifier(peers[3]))
    #expect(admit(5, "a") && closed == [0])
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "20:1:d:b8:0:1:0:2"),
    ("2001:db8:1:2::9", "20:1:d:b8:0:1:0:2"), ("?", "?"), ("::ffff:192.0.2.1", "192.0.2.1"),
  ])
  func `a network of IPv6 counts as one address`(address: String, network: String) {
    #expect(PeerNetwork.of(address) == network)
  }

  @Test func `a token is one line of sufficient length, and only itself`() throws {
    let token = try #require(RemoteToken(file: Array("0123456789abcdef\r\n".utf8)))
    #expect(token.matches("0123456789abcdef"))
    for wrong in [
      "", "0123456789abcdeg", "0123456789abcde", "0123456789abcdef0123456789abcdef",
      "0123456789abcdef ", "0123456789abcdef\u{0}", String(repeating: "0", count: 100_000),
    ] { #expect(!token.matches(wrong), "\(wrong.prefix(40))") }
    for bad in ["", "short", "0123456789 abcdef", "0123456789abcdef\nx", "0123456789abcdé…"] {
      #expect(RemoteToken(file: Array(bad.utf8)) == nil, "\(bad)")
    }
    #expect(!"\(Authentication(token: "secret"))".contains("secret"))
  }

  @Test func `expired certificates and keys that all can read are reported`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: files.path("expired.key"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: files.path("token"))
    let doubts = RemoteCredentials.doubts(try entrance("expired").configuration.protection)
    #expect(doubts.map(\.key) == ["listen.tcp.key", "listen.tcp.certificate"])
    #expect(doubts.last?.message.contains("has expired") == true)
    let open = RemoteCredentials.doubts(RemoteConfiguration.Protection.none)
    #expect(open.map(\.key) == ["listen.tcp.open_to_everyone_unencrypted"])
  }
}
