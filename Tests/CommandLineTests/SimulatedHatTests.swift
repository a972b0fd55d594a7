import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// From the simulated hat through the real libiio to a heading.
  struct SimulatedHatTests {
    private struct Pose: Sendable {
      var heading: Double
      var pitch: Double
      var roll: Double
    }

    /// Declination of WMM2025 at 37.7749° N, 122.4194° W at the end of 2026 (NOAA's calculator), within 0.3° for years around it.
    private static let declination = 12.9

    /// Degrees between two headings.
    private static func distance(_ one: Any?, _ other: Double) -> Double {
      guard let one = one as? Double else { return 180 }
      return abs((one - other).remainder(dividingBy: 360))
    }

    private static func check(_ pose: Pose) async throws {
      let server = try await SimulatedServer(
        "pose:heading=\(pose.heading),pitch=\(pose.pitch),roll=\(pose.roll)")
      let day = Date().formatted(.iso8601.year().month().day())
      let run = try await Program.run(
        "compass",
        [
          "--uri", server.uri, "--once", "--json", "--gpsd", "none", "--latitude", "37.7749",
          "--longitude", "-122.4194", "--date", day, "--profile",
          SharedData.packageRoot.appendingPathComponent("calibration/simulated-hat.json").path,
        ])
      #expect(run.status == 0, "\(pose) \(run.errors)")
      let object = try #require(Program.object(run.output), "\(pose) \(run.errors)")
      #expect(distance(object["magnetic_heading"], pose.heading) < 1, "\(pose)")
      #expect(distance(object["true_heading"], pose.heading + declination) < 1.3, "\(pose)")
      #expect(object["simulated"] as? Bool == true)
    }

    @Test func `eight headings at five tilts are correct within a degree`() async throws {
      let poses = stride(from: 0.0, to: 360, by: 45).flatMap { heading in
        [(0.0, 0.0), (60, 0), (-60, 0), (0, 60), (30, -45)].map {
          Pose(heading: heading, pitch: $0.0, roll: $0.1)
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        var waiting = poses[...]
        for pose in waiting.prefix(4) { group.addTask { try await Self.check(pose) } }
        waiting = waiting.dropFirst(4)
        while try await group.next() != nil {
          guard let pose = waiting.popFirst() else { continue }
          group.addTask { try await Self.check(pose) }
        }
      }
    }

    @Test func `thirty megabytes of random bytes leave the server's memory unchanged`()
      async throws
    {
      // The address sanitizer keeps what was freed, 256 MB of it, unless told otherwise.
      let server = try await SimulatedServer(
        "hub", environment: ["ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=1"])
      func junk(seed: UInt64) async throws {
        try await BlockingConnection.talk(toPort: server.port) { connection in
          var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
          let bytes = (0..<1 << 20).map { _ -> UInt8 in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state)
          }
          // The server may close in the middle: that is an answer too.
          _ = try? connection.send(bytes)
        }
      }
      // The first ones make what is kept for the next.
      for seed in 0..<12 { try await junk(seed: UInt64(seed)) }
      let before = try server.residentMegabytes()
      for seed in 12..<42 { try await junk(seed: UInt64(seed)) }
      let after = try server.residentMegabytes()
      // A program that runs takes more than 8 MB.
      #expect(before > 8 && after - before < 8, "\(before) MB, \(after) MB")
      let answer = try await BlockingConnection.talk(toPort: server.port) { connection in
        try connection.send("VERSION\r\n")
        return try connection.line()
      }
      #expect(answer == "0.24.v0.24  ")
    }

    @Test(.enabled(if: ToolRun.isInstalled("iio_info"), "libiio-utils is not installed"))
    func `the stock iio_info lists the devices`() async throws {
      let server = try await SimulatedServer("turning")
      let run = try await Program.run("/usr/bin/iio_info", ["-u", server.uri])
      #expect(run.status == 0)
      for name in ["lsm9ds1_magn", "lsm9ds1_accel", "lsm9ds1_gyro", "lps25h"] {
        #expect(run.output.contains(name), "\(name)")
      }
    }

    @Test func `compass devices shows the selected sensors`() async throws {
      let server = try await SimulatedServer("two-magnetometers")
      let text = try await Program.run("compass", ["devices", "--uri", server.uri])
      #expect(text.status == 0)
      #expect(text.output.contains("lsm9ds1_magn") && text.output.contains("hmc5883"))
      let json = try await Program.run("compass", ["devices", "--uri", server.uri, "--json"])
      #expect(Program.object(json.output) != nil)
    }

    @Test func `loss and return of a server are each reported once, in plain words`()
      async throws
    {
      let first = try await SimulatedServer("turning")
      let compass = try Program(
        "compass", ["--json", "--rate", "10", "--gpsd", "none", "--uri", first.uri])
      defer { compass.signal(SIGTERM) }
      _ = try await compass.update("a heading") { $0["magnetic_heading"] is Double }
      try await first.stop()
      try await Program.wait("notice of the loss") {
        compass.errors.contains("Connection refused") ? () : nil
      }
      let second = try await SimulatedServer("turning", port: first.port)
      _ = try await compass.update("a heading again") {
        $0["magnetic_heading"] is Double
          && ($0["reasons"] as? [String])?.contains("gyroscope_stale") == false
      }
      let lines = compass.errors.split(separator: "\n")
      #expect(lines.allSatisfy { $0.hasPrefix("compass: ") }, "\(compass.errors)")
      #expect(lines.count { $0.contains("Connection refused") } == 1, "\(compass.errors)")
      withExtendedLifetime(second) {}
    }
  }
}
