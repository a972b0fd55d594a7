import Foundation
import Glibc
import HeadingAuthorization
import HeadingProtocol
import HeadingTesting
import Logging
import Synchronization
import Testing

@testable import HeadingServer

/// Who gave which order stands in the log.
@Suite(.timeLimit(.minutes(5)))
struct AuditLogTests {
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private let lines = Lines()
  private let log: ServiceLog
  private let audit: AuditLog
  private let peer = PeerCredentials(process: .max, user: 1234, group: 5)

  init() {
    let log = ServiceLog(isJournal: true) { [lines] in lines.add($0) }
    self.log = log
    audit = AuditLog(
      followed: Logger(label: AuditLog.label) { log.handler($0) },
      refused: Logger(label: "test") { log.handler($0) })
  }

  @Test func `a command over the socket is logged with user, process and program`() async throws {
    let folder = try TemporaryFolder()
    let decisions = DecisionStore(
      file: nil, administrator: folder.url.appendingPathComponent("none")
    ) { Issue.record("\($0)") }
    let authorizer = ProgramAuthorizer(
      scope: .announced, decisions: decisions, radios: RadioSwitches(folder: "/nonexistent"))
    let running = try await RunningServer.start(authorizer: authorizer, audit: audit) {
      $0.policy.peers = [.control: [.everyone]]
    }
    let client = try RawClient(path: running.path)
    let order =
      #"{"class":"command","command":"authorize","program":"/bin/a b","user":7,"grant":"always"}"#
    client.send((order + "\n").utf8)
    _ = await client.lines { $0.contains("authorizations") }
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(
      lines.all == [
        "<5>an order was followed command=authorize executable=\(executable) grant=always "
          + "pid=\(getpid()) program=\"/bin/a b\" uid=\(getuid()) user=7\n"
      ])
    await running.stop()
  }

  @Test func `a command without permission is logged as a warning, and counted`() async throws {
    let running = try await RunningServer.start(audit: audit)
    let client = try RawClient(path: running.path)
    for command in ["use_profile", "rollback_calibration", "status"] {
      client.send(
        "{\"class\":\"command\",\"command\":\"\(command)\",\"profile\":\"a\"}\n".utf8)
      _ = await client.lines { $0.contains("\"command\":\"\(command)\"") }
    }
    #expect(
      lines.all.map { $0.prefix(43) } == [
        "<4>an order was refused command=use_profile",
        "<4>an order was refused command=rollback_ca",
      ])
    #expect(lines.all.allSatisfy { $0.contains("reason=\"this server follows no commands\"") })
    #expect(
      running.server.load.refusedCommands
        == [.useProfile: 1, .rollbackCalibration: 1, .status: 1])
    await running.stop()
  }

  @Test(arguments: [
    (Command.Name.useProfile, true), (.acceptCalibration, true), (.rollbackCalibration, true),
    (.startCalibration, true), (.finishCalibration, true), (.cancelCalibration, true),
    (.authorize, true), (.answer, true), (.status, false), (.profiles, false), (.load, false),
    (.monitor, false),
  ])
  func `commands without effect on others are not logged`(name: Command.Name, isTold: Bool) {
    audit.note(name, [:], from: peer, .load(LoadMessage(1)))
    audit.note(name, [:], from: nil, .load(LoadMessage(1)))
    let expected = [
      "<5>an order was followed command=\(name.rawValue) executable=unknown pid=\(Int32.max) uid=1234\n",
      "<5>an order was followed command=\(name.rawValue) peer=tcp\n",
    ]
    #expect(lines.all == (isTold ? expected : []))
  }

  private func note(_ command: Command, from peer: PeerCredentials?) {
    audit.note(command.name, command.facts, from: peer, .load(LoadMessage(1)))
  }

  @Test func `a client's text cannot forge another key, another line or a terminal sequence`() {
    let profile = "x\" uid=0\n<0>\u{9B}31m\u{202E}\\"
    note(.useProfile(profile), from: nil)
    #expect(
      lines.all == [
        #"<5>an order was followed command=use_profile peer=tcp profile="x\" uid=0 <0>?31m?\\""#
          + "\n"
      ])
    note(.useProfile(String(repeating: "x", count: 4000)), from: nil)
    #expect(lines.all[1].utf8.count < 400)
  }

  @Test func `neither a flood of other messages nor the log's level hides a command`() {
    log.level = .error
    let other = Logger(label: "test") { log.handler($0) }
    for _ in 0..<1000 { other.error("flood") }
    note(.rollbackCalibration, from: peer)
    #expect(lines.all.last?.contains("command=rollback_calibration") == true)
  }
}
