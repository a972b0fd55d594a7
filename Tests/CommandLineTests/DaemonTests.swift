import Foundation
import Testing

extension CommandLineSuite {
  /// `headingd` and its readers.
  final class DaemonTests {
    private let socket: String

    init() {
      socket =
        FileManager.default.temporaryDirectory.path
        + "/headingd-\(UUID().uuidString.prefix(8)).sock"
    }

    deinit { try? FileManager.default.removeItem(atPath: socket) }

    private func startDaemon() async throws -> Program {
      let daemon = try Program("headingd", ["--simulate", "--socket", socket])
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      return daemon
    }

    @Test func `two readers use the same daemon, a second daemon is refused, SIGTERM ends it`()
      async throws
    {
      let daemon = try await startDaemon()
      defer { daemon.signal(SIGTERM) }
      let arguments = ["--json", "--rate", "5", "--socket", socket]
      let readers = [try Program("compass", arguments), try Program("compass", arguments)]
      defer { for reader in readers { reader.signal(SIGTERM) } }
      for reader in readers {
        let update = try await reader.update("heading") { $0["magnetic_heading"] is Double }
        #expect(update["simulated"] as? Bool == true)
      }
      let second = try await Program.run("headingd", ["--simulate", "--socket", socket])
      #expect(second.status == 69)
      #expect(second.errors.contains("already running"))
      let status = try await Program.run("compass", ["status", "--socket", socket])
      #expect(status.status == 0)
      #expect(status.output.contains("SIMULATED"))
      #expect(status.output.contains("readers   3"))
      let object = try await Program.run("compass", ["status", "--json", "--socket", socket])
      let sensors = Program.object(object.output)?["sensors"] as? [[String: Any]]
      let magnetometer = sensors?.first { $0["sensor"] as? String == "magnetometer" }
      #expect(magnetometer?["count"] as? Int ?? 0 > 0)
      // The first was not disturbed.
      _ = try await readers[0].update("any")
      let start = ContinuousClock.now
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == 0)
      #expect(start.duration(to: .now) < .seconds(1))
      #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func `a reader waits for a daemon that is restarted`() async throws {
      let first = try await startDaemon()
      let reader = try Program("compass", ["--json", "--rate", "5", "--socket", socket])
      defer { reader.signal(SIGTERM) }
      _ = try await reader.update("any")
      first.signal(SIGTERM)
      _ = try await first.end()
      try await Program.wait("complaint") { reader.errors.isEmpty ? nil : () }
      let second = try await startDaemon()
      defer { second.signal(SIGTERM) }
      _ = try await reader.update("any")
    }
  }
}
