import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `headingd` under a service manager.
  final class ServiceManagerTests {
    private let folder: String

    init() throws {
      folder = FileManager.default.temporaryDirectory.path + "/sm-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func start(_ manager: NotifySocket, _ arguments: [String]) throws -> Program {
      try Program(
        "/usr/bin/env",
        ["NOTIFY_SOCKET=\(manager.path)", "WATCHDOG_USEC=600000", Program.path("headingd")]
          + arguments + ["--gpsd", "none", "--socket", folder + "/s"])
    }

    @Test
    func `it is ready with the first heading, alive while samples flow, and reports its stop`()
      async throws
    {
      let manager = try NotifySocket(in: folder)
      defer { manager.close() }
      let daemon = try start(manager, ["--simulate"])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("life; \(daemon.errors) \(manager.told)") {
        manager.told.count { $0 == "WATCHDOG=1" } >= 3 ? () : nil
      }
      let told = manager.told
      #expect(told.count { $0 == "READY=1" } == 1)
      let ready = try #require(told.firstIndex(of: "READY=1"))
      let alive = try #require(told.firstIndex(of: "WATCHDOG=1"))
      #expect(ready < alive)
      try daemon.signalChild(SIGHUP)
      try await Program.wait("reload; \(manager.told)") {
        manager.told.contains("RELOADING=1") && manager.told.count { $0 == "READY=1" } == 2
          ? () : nil
      }
      #expect(manager.told.contains { $0.hasPrefix("MONOTONIC_USEC=") })
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == 0)
      try await Program.wait("end") { manager.told.contains("STOPPING=1") ? () : nil }
    }

    @Test func `without sensors it is neither ready nor alive, and stops at once`() async throws {
      let manager = try NotifySocket(in: folder)
      defer { manager.close() }
      // A port of this machine where nobody listens.
      let daemon = try start(manager, ["--uri", "ip:127.0.0.1:1"])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("status; \(daemon.errors)") {
        manager.told.contains { $0.hasPrefix("STATUS=invalid: ") } ? () : nil
      }
      #expect(!manager.told.contains("READY=1"))
      #expect(!manager.told.contains("WATCHDOG=1"))
      let start = ContinuousClock.now
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == 0)
      #expect(start.duration(to: .now) < .seconds(1))
    }

    @Test(
      .enabled(
        if: ToolRun.isInstalled("systemd-socket-activate"), "systemd is not installed"))
    func `the first client of an activated socket starts it and is served`() async throws {
      let path = folder + "/activated"
      // It hands no variables on by itself, such as which reports of a sanitizer are false.
      let options = ProcessInfo.processInfo.environment["TSAN_OPTIONS"]
      let variables = options.map { ["-E", "TSAN_OPTIONS=" + $0] } ?? []
      let program = try Program(
        "/usr/bin/systemd-socket-activate",
        variables + ["-l", path, Program.path("headingd"), "--simulate", "--gpsd", "none"])
      defer { program.signal(SIGTERM) }
      try await Program.wait("socket; \(program.errors)") {
        FileManager.default.fileExists(atPath: path) ? () : nil
      }
      let reader = try Program("compass", ["--json", "--rate", "5", "--socket", path])
      defer { reader.signal(SIGTERM) }
      _ = try await reader.update("heading; \(program.errors)") {
        $0["magnetic_heading"] is Double
      }
      program.signal(SIGTERM)
      #expect(try await program.end() == 0)
      // The socket is the manager's: it stays for the next start.
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }
}
