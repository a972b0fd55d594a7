import Foundation
import HeadingProtocol
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// What is simulated says so in every output, through recording, replay and conversion.
  final class SimulatedMarkTests {
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private var folder: String { temporary.url.path }
    private var socket: String { folder + "/headingd.sock" }

    private func startDaemon(_ arguments: [String] = ["--simulate"]) async throws -> Program {
      let daemon = try Program("headingd", arguments + ["--socket", socket])
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      return daemon
    }

    private func record() async throws -> String {
      let file = folder + "/s.mcap"
      let record = try await Program.run(
        "compass", ["record", file, "--simulate", "--seconds", "1"])
      #expect(record.status == 0, "\(record.errors)")
      return file
    }

    @Test func `a replay marks each line, object and row`() async throws {
      let file = try await record()
      let lines = try await Program.run("compass", ["replay", file])
      #expect(lines.output.split(separator: "\n").allSatisfy { $0.hasPrefix("SIMULATED") })
      let table = try await Program.run("compass", ["replay", file, "--output", "-"])
      let rows = table.output.split(separator: "\n")
      #expect(rows.first?.hasSuffix(",simulated") == true)
      #expect(rows.count > 50)
      #expect(rows.dropFirst().allSatisfy { $0.hasSuffix(",1") })
      let objects = try await Program.run("compass", ["replay", file, "--json"])
      let marks = objects.output.split(separator: "\n").map {
        Program.object(String($0))?["simulated"] as? Bool
      }
      #expect(marks.count > 50)
      #expect(marks.allSatisfy { $0 == true })
    }

    @Test func `a recording in CSV is marked by its column, and so are its results`()
      async throws
    {
      var text = "t,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,simulated\n"
      for row in 0..<40 { text += "\(Double(row) / 50),0,0,9.8,0,20,-40,true\n" }
      let marked = try temporary.put("marked.csv", text)
      let unmarked = try temporary.put("real.csv", text.replacing(",true", with: ",false"))
      for (file, isSimulated) in [(marked, true), (unmarked, false)] {
        let objects = try await Program.run("compass", ["replay", file, "--json", "--calibrated"])
        let lines = objects.output.split(separator: "\n")
        #expect(lines.count == 40, "\(objects.errors)")
        for line in lines {
          #expect(Program.object(String(line))?["simulated"] as? Bool == isSimulated)
        }
        let table = try await Program.run(
          "compass", ["replay", file, "--output", "-", "--calibrated"])
        let mark = isSimulated ? ",1" : ",0"
        #expect(table.output.split(separator: "\n").dropFirst().allSatisfy { $0.hasSuffix(mark) })
        let calibration = try await Program.run(
          "compass", ["calibrate", "--from", file, "--json"])
        #expect(Program.object(calibration.output)?["simulated"] as? Bool == isSimulated)
      }
    }

    @Test func `the daemon's stream is recorded, and its replay is marked and steered`()
      async throws
    {
      let daemon = try await startDaemon(["--scenario", "turning"])
      defer { daemon.signal(SIGTERM) }
      let reader = try Program("compass", ["--json", "--socket", socket])
      defer { reader.signal(SIGTERM) }
      _ = try await reader.update("heading") { $0["magnetic_heading"] is Double }
      let file = folder + "/d.mcap"
      // Found as `compass` finds it.
      let record = try await Program.run(
        "/usr/bin/env",
        ["HEADINGD_SOCKET=\(socket)", Program.path("compass"), "record", file, "--seconds", "2"])
      #expect(record.status == 0, "\(record.errors)")
      let recorded = try RecordedFile(file)
      #expect(!recorded.isCut)
      let said = recorded.updates
      #expect(said.count > 100)
      // What the daemon has said, line by line.
      try await Program.wait("the last line") {
        said.last.flatMap { reader.output.contains($0 + "\n") ? () : nil }
      }
      let all = Set(reader.output.split(separator: "\n"))
      #expect(said.allSatisfy { all.contains(Substring($0)) })
      #expect(recorded.texts(of: "/setup").first?.contains("\"simulated\":true") == true)
      // What the daemon was told is none of a client's business.
      #expect(recorded.texts(of: "/setup").first?.contains("configuration") == false)
      #expect(recorded.texts(of: "/contract").count == 1)

      let replay = try await Program.run("compass", ["replay", file, "--json"])
      #expect(replay.status == 0, "\(replay.errors)")
      #expect(replay.errors.contains("begins in the middle"), "\(replay.errors)")
      let again = replay.output.split(separator: "\n").compactMap { Program.object(String($0)) }
      #expect(again.allSatisfy { $0["simulated"] as? Bool == true && $0["steer"] is String })
      // The last second is as it was, to what the daemon knew before.
      let live = said.compactMap(Program.object)
      let times = Dictionary(
        again.map { ($0["boot_time"] as? Double ?? 0, $0) }, uniquingKeysWith: { $1 })
      let last = try #require(live.last)
      let same = try #require(times[last["boot_time"] as? Double ?? -1])
      let (one, other) = (last["magnetic_heading"] as? Double, same["magnetic_heading"] as? Double)
      #expect(abs((try #require(one) - (try #require(other))).remainder(dividingBy: 360)) < 2)
      #expect(same["steer"] as? String == last["steer"] as? String)
    }

    @Test func `a recording of a daemon is complete after Ctrl-C and when the daemon ends`()
      async throws
    {
      let file = folder + "/c.mcap"
      func size() -> Int { (try? Data(contentsOf: URL(fileURLWithPath: file)))?.count ?? 0 }
      let daemon = try await startDaemon()
      defer { daemon.signal(SIGTERM) }
      let first = try Program("compass", ["record", file, "--socket", socket])
      try await Program.wait("file; \(first.errors)") { size() > 50_000 ? () : nil }
      first.signal(SIGINT)
      #expect(try await first.end() == 0)
      #expect(try !RecordedFile(file).isCut)
      try FileManager.default.removeItem(atPath: file)
      let second = try Program("compass", ["record", file, "--socket", socket])
      try await Program.wait("file; \(second.errors)") { size() > 50_000 ? () : nil }
      daemon.signal(SIGTERM)
      #expect(try await second.end() == 69)
      #expect(second.errors.contains("ended"), "\(second.errors)")
      #expect(try !RecordedFile(file).isCut)
      let replay = try await Program.run("compass", ["replay", file, "--json"])
      #expect(replay.status == 0, "\(replay.errors)")
    }

    @Test
    func
      `named sensors are recorded beside a daemon, options of the daemon's sensors refused`()
      async throws
    {
      let daemon = try await startDaemon(["--scenario", "pose:heading=10"])
      defer { daemon.signal(SIGTERM) }
      let file = folder + "/o.mcap"
      let environment = ["HEADINGD_SOCKET=\(socket)", Program.path("compass")]
      let own = try await Program.run(
        "/usr/bin/env",
        environment + ["record", file, "--scenario", "pose:heading=200", "--seconds", "2"])
      #expect(own.status == 0, "\(own.errors)")
      let last = try #require(try RecordedFile(file).updates.last.flatMap(Program.object))
      let heading = try #require(last["magnetic_heading"] as? Double)
      #expect(abs(heading - 200) < 3)
      let refused = try await Program.run(
        "/usr/bin/env",
        environment + ["record", file, "--force", "--latitude", "1", "--longitude", "2"])
      #expect(refused.status == 64)
      #expect(refused.errors.contains("the daemon at"))
    }

    @Test func `a server that starts later is recognized as simulated before its first sample`()
      async throws
    {
      let free = try await SimulatedServer("turning")
      let port = free.port
      try await free.stop()
      let compass = try Program(
        "compass", ["--json", "--gpsd", "none", "--uri", "ip:127.0.0.1:\(port)"])
      defer { compass.signal(SIGTERM) }
      // Nothing is known of it yet.
      _ = try await compass.update("anything") { $0["simulated"] as? Bool == false }
      let server = try await SimulatedServer("turning", port: port)
      _ = try await compass.update("a heading") { $0["magnetic_heading"] is Double }
      let lines = compass.output.split(separator: "\n").compactMap { Program.object(String($0)) }
      for line in lines where line["field"] is [Double] || line["magnetic_heading"] is Double {
        #expect(line["simulated"] as? Bool == true)
      }
      withExtendedLifetime(server) {}
    }

    @Test func `devices, doctor, status and bundle are marked`() async throws {
      let server = try await SimulatedServer("turning")
      let devices = try await Program.run("compass", ["devices", "--uri", server.uri])
      #expect(devices.output.hasPrefix("SIMULATED"))
      let object = try await Program.run("compass", ["devices", "--uri", server.uri, "--json"])
      #expect(Program.object(object.output)?["simulated"] as? Bool == true)
      let doctor = try await Program.run(
        "compass", ["doctor", "--uri", server.uri, "--gpsd", "none"])
      #expect(doctor.status == 0)
      #expect(doctor.output.contains("SIMULATED"))

      let daemon = try await startDaemon()
      defer { daemon.signal(SIGTERM) }
      let status = try await Program.run("compass", ["status", "--socket", socket, "--json"])
      #expect(Program.object(status.output)?["simulated"] as? Bool == true)
      let bundle = try await Program.run(
        "compass", ["bundle", folder + "/r.tar.gz", "--socket", socket, "--no-position"])
      #expect(bundle.output.contains("SIMULATED"), "\(bundle.output)")
      let stream = try await Program.run(
        "/usr/bin/tar", ["-xzOf", folder + "/r.tar.gz", "headingd-report/stream.jsonl"])
      let lines = stream.output.split(separator: "\n").compactMap { Program.object(String($0)) }
      #expect(!lines.isEmpty && lines.allSatisfy { $0["simulated"] as? Bool == true })
    }

    @Test func `a calibration of simulated sensors is valid only for simulated sensors`()
      async throws
    {
      let profile = folder + "/hat.json"
      let calibrate = try await Program.run(
        "compass",
        ["calibrate", "gyroscope", "--scenario", "pose", "--timeout", "4", "--output", profile])
      #expect(calibrate.status == 0 && calibrate.output.hasPrefix("SIMULATED"))
      let text = try String(contentsOfFile: profile, encoding: .utf8)
      #expect(text.contains("\"simulated\" : true"))
      let kept = folder + "/profiles"
      let imported = try await Program.run(
        "compass",
        ["profiles", "import", profile, "--sensor", "lis3mdl@1-001c", "--folder", kept])
      #expect(imported.status == 0)
      #expect(imported.errors.contains("SIMULATED"), "\(imported.errors)")
      let shown = try await Program.run("compass", ["profiles", "show", "--folder", kept])
      #expect(shown.output.contains("SIMULATED"))
      let list = try await Program.run("compass", ["profiles", "list", "--folder", kept])
      #expect(list.output.contains("SIMULATED"))
    }
  }
}
