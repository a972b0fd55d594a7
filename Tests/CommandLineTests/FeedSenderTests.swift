import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// What a sender on a Unix socket may do.
  struct FeedSenderTests {
    private static let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "clients/feed").path

    @Test func `a second device on a connection takes the first one's place, and both are named`()
      async throws
    {
      let folder = try TemporaryFolder()
      let path = folder.url.path + "/feed"
      let compass = try await FeedConnection.compass(path)
      let second = FeedConnection.declaration.replacingOccurrences(of: "rover", with: "boat")
        .replacingOccurrences(of: "magnetic_field", with: "acceleration")
        .replacingOccurrences(of: "microtesla", with: "m/s2")
      // Within a second it is refused; repeated after one, it is accepted.
      let sender = try FeedConnection.sender(
        path,
        """
        send('''\(FeedConnection.declaration)\n''')
        send('''\(second)\n''')
        print(line.recv(4096).decode(), flush=True)
        while True:
          time.sleep(0.3)
          send('''\(second)\n''')
        """)
      _ = try await Program.wait("the second; \(compass.errors)") {
        compass.errors.contains("boat on unix:\(path) delivers magn (acceleration)") ? () : nil
      }
      #expect(sender.output.contains("more often than once a second"))
      #expect(
        compass.errors.contains(
          "rover on unix:\(path) is gone, because its sender declares boat in its place: "
            + "no magn (magnetic_field)"), "\(compass.errors)")
      try await sender.stop()
      try await compass.stop()
    }

    @Test func `a sender without a declaration is cut after half a megabyte`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.path + "/feed"
      let compass = try await FeedConnection.compass(path)
      let start = ContinuousClock.now
      let sender = try FeedConnection.sender(
        path,
        """
        count = 0
        try:
          while True:
            count += line.send(b'x' * 1000)
        except OSError:
          print(count)
        """)
      #expect(try await sender.end() == 0, "\(sender.errors)")
      let count = try #require(Int(sender.output.trimmingCharacters(in: .whitespacesAndNewlines)))
      // Beyond the limit, what the buffer of the socket holds.
      #expect((500_000..<2_000_000).contains(count), "\(count)")
      #expect(start.duration(to: .now) < .seconds(8))
      _ = try await Program.wait("the notice; \(compass.errors)") {
        compass.errors.contains("sent 524288 bytes without a valid declaration") ? () : nil
      }
      try await compass.stop()
    }

    /// Time of the processor that a process has taken, s.
    private static func work(_ process: pid_t) throws -> Double {
      let fields =
        try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        .split(separator: ")").last?.split(separator: " ") ?? []
      return (try #require(Double(fields[11])) + #require(Double(fields[12]))) / 100
    }

    @Test(arguments: ["rubbish", "samples"])
    func `a flood at full speed takes less than 60 % of a core`(kind: String) async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.path + "/feed"
      let compass = try await FeedConnection.compass(path)
      let sender =
        kind == "rubbish"
        ? try Program(
          "/usr/bin/python3",
          [Self.clients + "/tests/feed_flood.py", "unix:" + path, "20", "inf"])
        : try FeedConnection.sender(
          path,
          """
          send('''\(FeedConnection.declaration)\n''')
          while True: send('{"magn":[1,2,3]}\\n' * 1000)
          """)
      _ = try await Program.wait("the first complaint; \(compass.errors)") {
        compass.errors.contains("far more messages") ? () : nil
      }
      let child = try compass.child()
      let (start, before) = (ContinuousClock.now, try Self.work(child))
      var first: Double?
      _ = try await compass.update("the time after") {
        guard let time = $0["boot_time"] as? Double else { return false }
        first = first ?? time
        return time > (first ?? time) + 4
      }
      let share = (try Self.work(child) - before) / (start.duration(to: .now) / .seconds(1))
      #expect(share < 0.6, "\(share)")
      try await sender.stop()
      try await compass.stop()
    }
  }
}
