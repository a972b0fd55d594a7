import Foundation
import Glibc
import HeadingClient
import HeadingOutputs
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingSystemd
import HeadingTesting
import Logging
import Synchronization
import Testing

@testable import HeadingServer

/// A configuration that fails changes nothing, whatever else it would change.
@Suite(.timeLimit(.minutes(5))) struct FailedReloadTests {
  /// A configuration that changes every section, without one of them.
  private func changed(_ folder: URL, without section: String, _ replacement: String) throws
    -> String
  {
    let sections = [
      "sensors": "{uri: \"ip:second\"}", "calibration": "{continuous: off}",
      "place": "{latitude: 1, longitude: 2}", "navigation": "{motion: free}",
      "data": "{model: igrf14}",
      "listen": "{socket: \(folder.path)/new}", "access": "{tcp: none}",
      "authorization": "{file: \(folder.path)/decisions.json}", "robot": "{rate: 20}",
      "outputs": "{nmea: [{to: \"tcp:\(try LoopbackSocket.freePort(SOCK_STREAM))\"}]}",
      "state": "{file: \(folder.path)/state/state.json}",
      "recorder": "{folder: \(folder.path)/flights}",
      "metrics": "{port: \(try LoopbackSocket.freePort(SOCK_STREAM))}", "log": "{level: trace}",
    ]
    return sections.keys.sorted().map { name in
      "\(name): \(name == section ? replacement : sections[name] ?? "")"
    }.joined(separator: "\n")
  }

  @Test(arguments: [
    ("sensors", "{nonsense: 1}"), ("sensors", "{profile: /nonexistent/profile.json}"),
    ("calibration", "{continuous: perhaps}"), ("place", "{latitude: 91, longitude: 0}"),
    ("navigation", "{motion: sideways}"), ("data", "{nonsense: 1}"),
    ("listen", "{socket: /nonexistent/folder/s}"), ("listen", "{port: 70000}"),
    ("access", "{tcp: everything}"), ("authorization", "{programs: some}"),
    ("robot", "{rate: -1}"), ("outputs", "{nmea: [{to: \"pigeon:1\"}]}"),
    ("state", "{nonsense: 1}"), ("recorder", "{size: 0}"), ("metrics", "{port: -1}"),
    ("log", "{level: loud}"),
  ])
  func `a section that fails leaves all others unchanged`(
    section: String, value: String
  ) async throws {
    let folder = try TemporaryFolder()
    let rig = DaemonRig(folder.url)
    let log = rig.log
    let daemon = rig.daemon(log)
    let running = Task { try await daemon.run() }
    try await rig.wait(for: "reading first")
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    let bad = try changed(folder.url, without: section, value)
    rig.text.withLock { $0 = bad }
    daemon.reload()
    try await rig.wait(for: "the configuration was not changed")
    #expect(log.level == .info)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == before)
    let lines = rig.lines.withLock { $0 }
    #expect(!lines.contains { $0.contains("reading ip:second") })
    let client = DaemonClient(.socket(folder.url.path + "/s"))
    guard case .status(let status) = try await client.answer(to: .status) else {
      Issue.record("no status")
      return
    }
    #expect(status.source == "first")
    running.cancel()
    try await running.value
  }

  @Test func `a valid configuration changes every section`() async throws {
    let folder = try TemporaryFolder()
    let rig = DaemonRig(folder.url)
    let log = rig.log
    let daemon = rig.daemon(log)
    let running = Task { try await daemon.run() }
    try await rig.wait(for: "reading first")
    let good = try changed(folder.url, without: "", "")
    rig.text.withLock { $0 = good }
    daemon.reload()
    try await rig.wait(for: "the configuration was read again")
    #expect(log.level == .trace)
    guard
      case .status(let status) = try await DaemonClient(.socket(folder.url.path + "/new"))
        .answer(to: .status)
    else {
      Issue.record("no status")
      return
    }
    #expect(status.source == "ip:second")
    running.cancel()
    try await running.value
  }
}
