import Foundation
import Glibc
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// Feeds over each endpoint in each form, by the Python example, also damaged and under a flood.
  struct FeedEndpointTests {
    private static let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "clients/feed").path

    private static func python(_ name: String, _ arguments: [String]) throws -> Program {
      try Program("/usr/bin/python3", ["\(clients)/tests/\(name)"] + arguments)
    }

    /// Difference of two directions, degrees.
    private static func difference(_ one: Double, _ other: Double) -> Double {
      abs((one - other + 540).truncatingRemainder(dividingBy: 360) - 180)
    }

    /// A heading after some seconds of headings, which average the field's noise (0.14°).
    private static func settled(_ compass: Program, after seconds: Double = 2) async throws
      -> Double
    {
      var first: Double?
      let update = try await compass.update("heading") {
        guard let time = $0["boot_time"] as? Double, $0["magnetic_heading"] is Double else {
          return false
        }
        first = first ?? time
        return time > (first ?? time) + seconds
      }
      return try #require(update["magnetic_heading"] as? Double)
    }

    private static func compass(_ feeds: [String], _ form: String) throws -> Program {
      try Program(
        "compass",
        feeds.flatMap { ["--feed", $0] } + [
          "--feed-format", form, "--gpsd", "none", "--json", "--latitude", "47", "--longitude", "8",
          "--date", "2026-06-01",
        ])
    }

    /// An endpoint for the reader, and the same for the sender.
    private static func endpoint(
      _ kind: String, in folder: TemporaryFolder
    ) throws -> (reader: String, sender: String) {
      let path = folder.url.path + "/" + kind
      switch kind {
      case "udp":
        let udp = "udp:127.0.0.1:\(try LoopbackSocket.freePort(SOCK_DGRAM))"
        return (udp, udp)
      case "serial": return ("serial:\(path)@115200", "pty:\(path)")
      default: return ("unix:\(path)", "unix:\(path)")
      }
    }

    @Test(
      arguments: ["udp", "serial"],
      [("json", false), ("binary", true), ("auto", false), ("auto", true)])
    func `a heading is within a degree over UDP and a serial line in each form`(
      kind: String, form: (String, Bool)
    ) async throws {
      let folder = try TemporaryFolder()
      let (reader, endpoint) = try Self.endpoint(kind, in: folder)
      let sender = try Self.python(
        "feed_body.py", ["230", "20", "-15", endpoint] + (form.1 ? ["--binary"] : []))
      let compass = try Self.compass([reader], form.0)
      let heading = try await Self.settled(compass)
      #expect(Self.difference(heading, 230) < 1, "\(heading)")
      try await sender.stop()
      try await Program.wait("the report of the end; \(compass.errors)") {
        compass.errors.contains("testbody on \(reader) is gone") ? () : nil
      }
      try await compass.stop()
    }

    @Test(arguments: ["socket", "udp", "serial"], [false, true])
    func `torn messages and wrong checksums cost their samples only`(
      kind: String, isBinary: Bool
    ) async throws {
      let folder = try TemporaryFolder()
      let (reader, endpoint) = try Self.endpoint(kind, in: folder)
      let sender = try Self.python(
        "feed_body.py",
        ["75", "0", "30", endpoint, "--damage", "7"] + (isBinary ? ["--binary"] : []))
      let compass = try Self.compass([reader], isBinary ? "binary" : "json")
      let heading = try await Self.settled(compass)
      #expect(Self.difference(heading, 75) < 1, "\(heading)")
      let said = isBinary ? "wrong checksum" : "no JSON objects"
      #expect(compass.errors.contains(said), "\(compass.errors)")
      try await sender.stop()
      try await compass.stop()
    }

    /// Resident memory of a process, MB.
    private static func memory(_ process: pid_t) throws -> Double {
      let fields =
        try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        .split(separator: ")").last?.split(separator: " ") ?? []
      return try #require(Double(fields[21])) * 4096 / 1e6
    }

    @Test func `a megabyte of rubbish a second on socket and UDP does not disturb a sender`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (socket, _) = try Self.endpoint("socket", in: folder)
      let (udp, _) = try Self.endpoint("udp", in: folder)
      let compass = try Self.compass([socket, udp], "auto")
      let sender = try Self.python("feed_body.py", ["310", "0", "0", socket])
      _ = try await Self.settled(compass, after: 0)
      let floods = try [socket, udp].map { try Self.python("feed_flood.py", [$0, "12"]) }
      // From here on, what a flood takes is allocated.
      _ = try await Self.settled(compass, after: 3)
      let child = try compass.child()
      let before = try Self.memory(child)
      var worst = 0.0
      var start: Double?
      _ = try await compass.update("heading during the flood") { update in
        guard let time = update["boot_time"] as? Double else { return false }
        guard let heading = update["magnetic_heading"] as? Double else {
          worst = 180
          return true
        }
        worst = max(worst, Self.difference(heading, 310))
        start = start ?? time
        return time > (start ?? time) + 6
      }
      let after = try Self.memory(child)
      #expect(worst < 1, "\(worst)°; \(compass.errors)")
      #expect(after - before < 8, "\(before) to \(after) MB")
      for flood in floods {
        _ = try await flood.end()
        #expect(flood.output.contains("MB"), "\(flood.errors)")
      }
      try await sender.stop()
      try await compass.stop()
    }

    @Test func `the devices and the doctor list what a feed declares`() async throws {
      let folder = try TemporaryFolder()
      let (reader, endpoint) = try Self.endpoint("udp", in: folder)
      let sender = try Self.python("feed_body.py", ["10", "0", "0", endpoint, "--damage", "50"])
      let text = try await Program.run("compass", ["devices", "--feed", reader])
      #expect(text.status == 0, "\(text.errors)")
      for line in [
        "feed on \(reader)", "testbody on \(reader), clock of 32 bits in us",
        "    axes  x=forward,y=left,z=up", "    -> used as magnetometer", "no barometer",
      ] {
        #expect(text.output.split(separator: "\n").contains(Substring(line)), "\(text.output)")
      }
      let json = try await Program.run("compass", ["devices", "--feed", reader, "--json"])
      let object = try #require(Program.object(json.output))
      let senders = try #require(object["senders"] as? [[String: Any]])
      let sensors = try #require(senders.first?["sensors"] as? [[String: Any]])
      #expect(sensors.map { $0["name"] as? String } == ["magn", "accel", "gyro"])
      #expect(sensors[0]["unit"] as? String == "microtesla")
      #expect(sensors[0]["mount"] as? [[Double]] == [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
      for (sensor, rate) in zip(sensors, [50.0, 100, 100]) {
        #expect(abs((sensor["measured_rate"] as? Double ?? 0) / rate - 1) < 0.1, "\(sensor)")
      }
      let doctor = try await Program.run(
        "compass", ["doctor", "--feed", reader, "--gpsd", "none", "--json"])
      let findings = try #require(Program.object(doctor.output)?["findings"] as? [[String: String]])
      func state(_ subject: String) -> String? {
        findings.first { $0["subject"] == subject }?["state"]
      }
      #expect(state("feed") == "good" && state("magnetometer") == "good", "\(doctor.output)")
      #expect(state("accelerometer") == "good" && state("barometer") == "fair")
      #expect(state("feed's last error") == "fair" && state("heading") == "good")
      try await sender.stop()
    }

    @Test func `a feed without a sender, and one that another program reads, are reported`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (reader, _) = try Self.endpoint("socket", in: folder)
      let devices = try Program("compass", ["devices", "--feed", reader])
      let path = reader.dropFirst("unix:".count)
      _ = try await Program.wait("socket") {
        FileManager.default.fileExists(atPath: String(path)) ? () : nil
      }
      let taken = try await Program.run("compass", ["doctor", "--feed", reader])
      #expect(taken.status == 69)
      #expect(Program.unwrapped(taken.output).contains("another program listens there"))
      #expect(try await devices.end() == 69)
      #expect(devices.errors.contains("nothing declared itself"), "\(devices.errors)")
      let doctor = try await Program.run("compass", ["doctor", "--feed", reader])
      #expect(
        doctor.status == 69
          && Program.unwrapped(doctor.output).contains("no sender declared its sensors"))
    }
  }
}
