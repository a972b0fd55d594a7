import Foundation
import Glibc
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// A machine that slept: the daemon stands still for seconds while its clock goes on.
  struct SuspendTests {
    private struct Line: Sendable {
      var arrival: Double
      var time: Double
      var steer: String
      var reasons: [String]
    }

    private static var now: Double {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private static func line(_ text: String) -> Line? {
      let arrival = now
      guard let object = Program.object(text), let time = object["boot_time"] as? Double,
        let steer = object["steer"] as? String, let reasons = object["reasons"] as? [String]
      else { return nil }
      return Line(arrival: arrival, time: time, steer: steer, reasons: reasons)
    }

    @Test
    func
      `after a system sleep old data are not new, and the heading returns without a restart`()
      async throws
    {
      let server = try await SimulatedServer("turning")
      let port = try LoopbackSocket.freePort(SOCK_STREAM)
      let folder = try TemporaryFolder()
      let daemon = try Program(
        "headingd",
        [
          "--uri", server.uri, "--gpsd", "none", "--socket", folder.url.path + "/s", "--port",
          "\(port)",
        ])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("port") { BlockingConnection.isListening(port) ? () : nil }
      let (woken, lines) = try await BlockingConnection.talk(toPort: port) { connection in
        func next() throws -> Line {
          while true { if let line = Self.line(try connection.line()) { return line } }
        }
        while try next().steer == "stop" {}
        try daemon.signalChild(SIGSTOP)
        // The sleep itself: three seconds in which nothing of the daemon runs.
        usleep(3_000_000)
        // What was on its way when it fell asleep.
        let asleep = Self.now
        try daemon.signalChild(SIGCONT)
        var lines: [Line] = []
        // Without a calibration the bound may take a while to fall below that of `stop`.
        repeat {
          lines.append(try next())
        } while Self.now < asleep + 3
          || Self.now < asleep + 20 && !lines.contains { $0.time > asleep && $0.steer != "stop" }
        return (asleep, lines.filter { $0.time > asleep - 2 })
      }
      let first = try #require(lines.first)
      for line in lines where line.steer != "stop" {
        #expect(line.arrival - line.time < 1, "\(line.arrival - line.time) s old: \(line.steer)")
      }
      let back = try #require(lines.first { $0.steer != "stop" })
      print(
        "| suspend and resume | \(first.reasons.joined(separator: ", ")) | "
          + "\(((first.arrival - woken) * 100).rounded() / 100) s | "
          + "\(((back.arrival - woken) * 100).rounded() / 100) s |")
    }
  }
}
