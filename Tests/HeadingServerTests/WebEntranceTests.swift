import Foundation
import Glibc
import HeadingClient
import HeadingProtocol
import HeadingStorage
import HeadingTesting
import Synchronization
import Testing

@testable import HeadingServer

/// The page for other machines: its files, and the names by which it is reached.
struct WebEntranceTests {
  private let files: TestCertificates

  init() throws { files = try TestCertificates() }

  private func configuration(
    at address: String = "0.0.0.0", _ name: String = "server", token: String = "token"
  ) throws -> ServiceConfiguration {
    try ServiceConfiguration(
      yaml: """
        http:
          address: "\(address)"
          port: \(try LoopbackSocket.freePort(SOCK_STREAM))
          certificate: \(files.path("\(name).pem"))
          key: \(files.path("\(name).key"))
          token_file: \(files.path(token))
        """, path: "x.yaml", environment: [:])
  }

  private func entrance(at address: String) throws -> WebEntrance {
    let web = try #require(try configuration(at: address).web)
    return try WebEntrance(web, history: WebHistory(title: "hat"))
  }

  // The certificate is for localhost, robot, 127.0.0.1 and ::1.
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("0.0.0.0", "localhost"),
    ("192.0.2.7", "localhost"),
  ])
  func `the address is one that the certificate has`(address: String, host: String) throws {
    let entrance = try entrance(at: address)
    let place = "https://\(host):\(entrance.configuration.port)/"
    #expect(entrance.address == place + "#token=0123456789abcdef0123456789abcdef")
    #expect(entrance.answer(phone: false).phone == nil)
    #expect(entrance.answer(phone: true).phone?.hasPrefix(place + "#code=") == true)
  }

  @Test func `names of the certificate are those of this machine`() throws {
    let hosts = try entrance(at: "0.0.0.0").hosts
    #expect(hosts.contains("ROBOT:8137") && !hosts.contains("robot.evil.example"))
    var names = CertificateNames()
    #expect(!HostNames(address: "::1", certificate: names).contains("a.fleet.example"))
    names = CertificateNames(names: ["*.fleet.example"], addresses: [])
    let fleet = HostNames(address: "::1", certificate: names)
    #expect(fleet.contains("a.fleet.example") && !fleet.contains("a.b.fleet.example"))
    #expect(!fleet.contains("fleet.example") && !fleet.contains("evil.example"))
    #expect(names.reachable("192.0.2.7", host: "Hat") == "hat.fleet.example")
    names = CertificateNames(addresses: ["192.0.2.8"])
    #expect(names.reachable("192.0.2.7", host: "hat") == "192.0.2.8")
    #expect(CertificateNames().reachable("192.0.2.7", host: "hat") == "192.0.2.7")
  }

  @Test func `new files are in force at once, and broken ones change nothing`() throws {
    let entrance = try entrance(at: "127.0.0.1")
    let tls = entrance.tls
    try files.put("token", "short")
    #expect(throws: RemoteCredentials.Problem.self) { try entrance.reload() }
    #expect(entrance.token.matches("0123456789abcdef0123456789abcdef") && entrance.tls === tls)
    try files.put("token", "fedcba9876543210fedcba9876543210\n")
    try files.replace("server.pem", by: "other.pem")
    try files.replace("server.key", by: "other.key")
    try entrance.reload()
    #expect(entrance.token.matches("fedcba9876543210fedcba9876543210") && entrance.tls !== tls)
  }

  @Test func `plain HTTP is told that the port speaks TLS`() async throws {
    let entrance = try entrance(at: "127.0.0.1")
    let running = try await RunningServer.start(web: entrance)
    let lines = try await BlockingConnection.talk(toPort: entrance.configuration.port) {
      try $0.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      var lines: [String] = []
      while let line = try? $0.line() { lines.append(line.replacing("\r", with: "")) }
      return lines
    }
    #expect(lines.first == "HTTP/1.1 400 Bad Request", "\(lines)")
    #expect(lines.last == "this port speaks TLS: use https://")
    await running.stop()
  }

  @Test func `the files of the page are checked with the configuration`() throws {
    let problems = try configuration(token: "nothing").credentialProblems(path: "x.yaml")
    #expect(problems.count == 1 && problems.first?.key == "http.token_file", "\(problems)")
    let good = try configuration("expired")
    #expect(good.credentialProblems(path: "x.yaml").isEmpty)
    chmod(files.path("token"), 0o644)
    chmod(files.path("expired.key"), 0o600)
    let doubts = good.doubts(path: "x.yaml").map(\.key)
    #expect(doubts == ["http.token_file", "http.certificate"])
  }

  @Test func `a page that cannot be served says why`() {
    guard case .failure(let failure) = WebPresence.failed("the port is taken").answer(phone: false)
    else {
      Issue.record("no failure")
      return
    }
    #expect(failure.reason.contains("the port is taken") && !failure.reason.contains("add `http"))
  }

  @Test(.timeLimit(.minutes(5)))
  func
    `a reload takes new files; a page whose port is taken says so, and is served when it is free`()
    async throws
  {
    let folder = try TemporaryFolder()
    let rig = DaemonRig(folder.url)
    var taken: LoopbackSocket? = try .listening()
    let port = try #require(taken?.port)
    let page = """
      listen: {socket: \(folder.url.path)/s}
      http: {address: 127.0.0.1, port: \(port), certificate: \(files.path("server.pem")),
        key: \(files.path("server.key")), token_file: \(files.path("token"))}
      """
    rig.text.withLock { $0 = page }
    let daemon = rig.daemon(rig.log)
    let running = Task { try await daemon.run() }
    try await rig.wait(for: "no web page yet")
    let client = DaemonClient(.socket(folder.url.path + "/s"))
    let refusal = try await client.answer(to: .web(phone: false))
    guard case .failure(let failure) = refusal else {
      Issue.record("\(refusal)")
      return
    }
    #expect(failure.reason.contains("another program listens there"), "\(failure.reason)")
    guard case .status(let status) = try await client.answer(to: .status) else { return }
    #expect(status.outputTroubles?.first?.contains("no web page yet") == true)
    taken = nil
    try await rig.wait(for: "web page on port \(port)")
    func address() async throws -> String? {
      guard case .web(let message) = try await client.answer(to: .web(phone: false)) else {
        return nil
      }
      return message.address
    }
    #expect(try await address()?.hasSuffix("#token=0123456789abcdef0123456789abcdef") == true)
    guard case .status(let later) = try await client.answer(to: .status) else { return }
    #expect(later.outputTroubles == nil)
    try files.put("token", "fedcba9876543210fedcba9876543210\n")
    daemon.reload()
    try await rig.wait(for: "the configuration was read again")
    #expect(try await address()?.hasSuffix("#token=fedcba9876543210fedcba9876543210") == true)
    try files.put("token", "short")
    daemon.reload()
    try await rig.wait(for: "the files before stay in force")
    #expect(try await address()?.hasSuffix("#token=fedcba9876543210fedcba9876543210") == true)
    running.cancel()
    try await running.value
  }
}
