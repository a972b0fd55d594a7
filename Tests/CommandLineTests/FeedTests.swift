import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// Sensors that another program reads: the Python example, with a body that the test describes.
  struct FeedTests {
    private static let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "clients/feed").path

    private static func body(
      _ heading: Double, _ pitch: Double, _ roll: Double, _ endpoint: String, binary: Bool = false
    ) throws -> Program {
      try Program(
        "/usr/bin/python3",
        [clients + "/tests/feed_body.py", "\(heading)", "\(pitch)", "\(roll)", endpoint]
          + (binary ? ["--binary"] : []))
    }

    /// Difference of two directions, degrees.
    private static func difference(_ one: Double, _ other: Double) -> Double {
      abs((one - other + 540).truncatingRemainder(dividingBy: 360) - 180)
    }

    @Test(arguments: [0.0, 45, 90, 135, 180, 225, 270, 315])
    func `a body at rest has its heading within a degree at five tilts`(heading: Double)
      async throws
    {
      let folder = try TemporaryFolder()
      let tilts = [(0.0, 0.0), (30, 0), (-30, 0), (0, 40), (20, -50)]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, (pitch, roll)) in tilts.enumerated() {
          let socket = folder.url.appending(path: "feed\(index)").path
          group.addTask {
            try await Self.check(
              heading, pitch, roll, socket: socket, binary: index % 2 == 1)
          }
        }
        try await group.waitForAll()
      }
    }

    /// Compares the heading with that of the body that feeds a program.
    private static func check(
      _ heading: Double, _ pitch: Double, _ roll: Double, socket: String, binary: Bool
    ) async throws {
      let compass = try Program(
        "compass",
        [
          "--feed", "unix:" + socket, "--gpsd", "none", "--json", "--latitude", "47",
          "--longitude", "8", "--date", "2026-06-01",
        ])
      _ = try await Program.wait("socket; \(compass.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      let sender = try body(heading, pitch, roll, "unix:" + socket, binary: binary)
      // Measured over seconds: the field has a noise of 0.05 µT, a heading of 0.14°.
      var first: Double?
      let update = try await compass.update("heading; \(compass.errors) \(sender.errors)") {
        guard let time = $0["boot_time"] as? Double, $0["magnetic_heading"] is Double else {
          return false
        }
        first = first ?? time
        return time > (first ?? time) + 2
      }
      let found = try #require(update["magnetic_heading"] as? Double)
      #expect(difference(found, heading) < 1, "\(found) at pitch \(pitch), roll \(roll)")
      try await sender.stop()
      try await compass.stop()
    }

    @Test func `a lost sender is a lost sensor, a second one is refused, and the first returns`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (feed, socket) = (folder.url.path + "/feed", folder.url.path + "/s")
      let file = folder.url.path + "/headingd.yaml"
      func write(_ feedLine: String) throws {
        try "listen: {socket: \(socket)}\nsensors: {gpsd: none}\n\(feedLine)\n"
          .write(toFile: file, atomically: true, encoding: .utf8)
      }
      try write("feed: {socket: \(feed)}")
      let daemon = try Program("headingd", ["--config", file])
      defer { daemon.signal(SIGTERM) }
      _ = try await Program.wait("sockets; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: feed)
          && FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      let reader = try Program("compass", ["--json", "--socket", socket])
      defer { reader.signal(SIGTERM) }
      let sender = try Self.body(90, 0, 0, "unix:" + feed)
      _ = try await reader.update("heading") {
        !(($0["reasons"] as? [String])?.contains("magnetometer_missing") ?? true)
      }
      let second = try Self.body(10, 0, 0, "unix:" + feed)
      _ = try await Program.wait("refusal; \(daemon.errors)") {
        daemon.errors.contains("one sender a sensor") ? () : nil
      }
      try await second.stop()
      // A reload that cannot be applied changes nothing: the address is taken.
      try write("feed: {socket: \(socket)}")
      try daemon.signalChild(SIGHUP)
      _ = try await Program.wait("refused reload; \(daemon.errors)") {
        daemon.errors.contains("was not changed") ? () : nil
      }
      _ = try await reader.update("still a magnetometer") {
        !(($0["reasons"] as? [String])?.contains("magnetometer_missing") ?? true)
      }
      try await sender.stop()
      _ = try await reader.update("lost sensor") {
        ($0["reasons"] as? [String])?.contains("magnetometer_missing") ?? false
      }
      let again = try Self.body(90, 0, 0, "unix:" + feed, binary: true)
      defer { again.signal(SIGTERM) }
      _ = try await reader.update("sensor again") {
        !(($0["reasons"] as? [String])?.contains("magnetometer_missing") ?? true)
      }
      // Another feed takes its place on the same socket and another port.
      try write("feed: {socket: \(feed), udp: '127.0.0.1:0'}")
      try daemon.signalChild(SIGHUP)
      _ = try await Program.wait("complaint; \(daemon.errors)") {
        daemon.errors.contains("feed.udp") ? () : nil
      }
      try write("feed: {}")
      try daemon.signalChild(SIGHUP)
      _ = try await Program.wait("end of the feed; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: feed) ? nil : ()
      }
    }

    @Test func `a serial line is read`() async throws {
      let line = try PseudoTerminal()
      let compass = try Program(
        "compass", ["--feed", "serial:" + line.path, "--gpsd", "none", "--json"])
      defer { compass.signal(SIGTERM) }
      let folder = try TemporaryFolder()
      let file = folder.url.path + "/frames"
      _ = try await ToolRun.run(
        "/bin/sh",
        [
          "-c",
          "python3 \(Self.clients)/tests/feed_body.py 90 0 0 - --binary --seconds 2 > \(file)",
        ])
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      // The line is read from the moment that the program opened it; what comes before is dropped.
      _ = try await compass.update("first") { _ in true }
      for start in stride(from: 0, to: bytes.count, by: 256) {
        line.press(Array(bytes[start..<min(start + 256, bytes.count)]))
      }
      _ = try await compass.update("magnetometer; \(compass.errors)") {
        !(($0["reasons"] as? [String])?.contains("magnetometer_missing") ?? true)
      }
    }
  }
}
