import Foundation
import Glibc
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// The real gpsd behind a running `compass`.
  @Suite(.enabled(if: ToolRun.isInstalled("gpsd"), "gpsd is not installed"))
  struct ReceiverTests {
    /// A receiver that sends its sentences as datagrams, ten reports a second or fewer.
    static func feed(
      _ port: Int, _ socket: LoopbackSocket, every tenths: Int = 1
    ) -> Task<Void, Never> {
      Task {
        for tenth in stride(from: 0, to: Int.max, by: tenths) {
          let time = String(
            format: "12%02d%02d.%02d", 35 + tenth / 600 % 20, tenth / 10 % 60, tenth % 10 * 10)
          let sentences = [
            "GPRMC,\(time),A,5140.0000,N,00020.0000,W,9.719,54.7,211126,,,A",
            "GPGGA,\(time),5140.0000,N,00020.0000,W,1,08,0.9,60.0,M,46.0,M,,",
            "GPGSA,A,3,04,05,09,12,24,25,29,30,,,,,1.8,0.9,1.5",
          ].map { String(format: "$%@*%02X\r\n", $0, $0.utf8.reduce(0, ^)) }.joined()
          socket.send(sentences, to: port)
          // The pace of the receiver, not a wait for anything.
          do { try await Task.sleep(for: .milliseconds(100 * tenths)) } catch { return }
        }
      }
    }

    @Test func `a killed and restarted gpsd is detected, reported and connected again`()
      async throws
    {
      let receiver = try LoopbackSocket.freePort(SOCK_DGRAM)
      let port = try LoopbackSocket.freePort(SOCK_STREAM)
      let gpsd = ToolRun.path("gpsd") ?? "/usr/sbin/gpsd"
      let arguments = ["-N", "-n", "-S", "\(port)", "udp://127.0.0.1:\(receiver)"]
      let feed = Self.feed(receiver, try LoopbackSocket(SOCK_DGRAM))
      defer { feed.cancel() }
      let server = try await SimulatedServer("turning")
      var running = try Program(gpsd, arguments)
      defer { running.signal(SIGTERM) }
      let compass = try Program(
        "compass", ["--json", "--rate", "10", "--uri", server.uri, "--gpsd", "127.0.0.1:\(port)"])
      defer { compass.signal(SIGTERM) }
      func hasReason(_ update: [String: Any], _ name: String) -> Bool {
        (update["reasons"] as? [String])?.contains(name) ?? false
      }
      let fix = try await compass.update("a fix") { $0["latitude"] is Double }
      // The fix is weighed with what the inertial sensors say: near it, not equal to it.
      #expect(abs((fix["latitude"] as? Double ?? 0) - (51 + 40.0 / 60)) < 5e-5)
      #expect(!hasReason(fix, "gnss_missing"))

      running.signal(SIGTERM)
      _ = try await running.end()
      let lost = try await compass.update("gnss_missing") { hasReason($0, "gnss_missing") }
      // Without fixes the place is missing, or carried on and said to be.
      #expect(lost["latitude"] is NSNull || hasReason(lost, "dead_reckoning"))
      _ = try await compass.update("a heading without a fix") {
        hasReason($0, "gnss_missing") && $0["magnetic_heading"] is Double
      }

      running = try Program(gpsd, arguments)
      let found = try await compass.update("a fix again") {
        $0["latitude"] is Double && !hasReason($0, "gnss_missing")
      }
      // Carried on meanwhile, and as near as it says; a degree has 111 km.
      let error = abs((found["latitude"] as? Double ?? 0) - (51 + 40.0 / 60)) * 111_000
      #expect(error < 3 * (found["horizontal_accuracy"] as? Double ?? 0))
      withExtendedLifetime(server) {}
    }

    @Test func `--once waits for the first fix of a present receiver`() async throws {
      let receiver = try LoopbackSocket.freePort(SOCK_DGRAM)
      let port = try LoopbackSocket.freePort(SOCK_STREAM)
      let gpsd = try Program(
        ToolRun.path("gpsd") ?? "/usr/sbin/gpsd",
        ["-N", "-S", "\(port)", "udp://127.0.0.1:\(receiver)"])
      defer { gpsd.signal(SIGTERM) }
      // As most receivers do: once a second, so that the first heading comes before the first fix.
      let feed = Self.feed(receiver, try LoopbackSocket(SOCK_DGRAM), every: 10)
      defer { feed.cancel() }
      let server = try await SimulatedServer("turning")
      try await Program.wait("gpsd") { BlockingConnection.isListening(port) ? () : nil }
      let run = try await Program.run(
        "compass", ["--once", "--json", "--uri", server.uri, "--gpsd", "127.0.0.1:\(port)"])
      #expect(run.status == 0, "\(run.errors)")
      let object = try #require(Program.object(run.output))
      #expect(object["true_heading"] is Double, "\(run.output)")
      #expect(object["latitude"] is Double)
      withExtendedLifetime(server) {}
    }

    @Test func `the doctor reports whether gpsd answers`() async throws {
      let server = try await SimulatedServer("turning")
      let port = try LoopbackSocket.freePort(SOCK_STREAM)
      let arguments = ["doctor", "--uri", server.uri, "--gpsd", "127.0.0.1:\(port)"]
      let without = try await Program.run("compass", arguments)
      #expect(without.output.contains("warn  gpsd: gpsd is not running at 127.0.0.1:\(port)"))
      #expect(without.output.contains("systemctl start gpsd"))
      let gpsd = try Program(
        ToolRun.path("gpsd") ?? "/usr/sbin/gpsd",
        ["-N", "-n", "-S", "\(port)", "udp://127.0.0.1:\(try LoopbackSocket.freePort(SOCK_DGRAM))"])
      defer { gpsd.signal(SIGTERM) }
      try await Program.wait("gpsd") { BlockingConnection.isListening(port) ? () : nil }
      let with = try await Program.run("compass", arguments)
      #expect(with.output.contains("ok    gpsd: answers"), "\(with.output)")
      let unwanted = try await Program.run(
        "compass", ["doctor", "--uri", server.uri, "--gpsd", "none"])
      #expect(!unwanted.output.contains("gpsd:"))
    }
  }
}
