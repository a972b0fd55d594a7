import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass record` and `compass replay` of what it wrote.
  final class RecordTests {
    private let file =
      FileManager.default.temporaryDirectory.path
      + "/record-\(UUID().uuidString.prefix(8)).mcap"

    deinit { try? FileManager.default.removeItem(atPath: file) }

    @Test func `a recording can be replayed, also if cut off`() async throws {
      let record = try await Program.run(
        "compass", ["record", file, "--simulate", "--seconds", "2"])
      #expect(record.status == 0, "\(record.errors)")
      let replay = try await Program.run("compass", ["replay", file, "--json"])
      #expect(replay.status == 0, "\(replay.errors)")
      let lines = replay.output.split(separator: "\n")
      #expect(lines.count > 100)
      let last = try #require(lines.last.flatMap { Program.object(String($0)) })
      #expect(last["magnetic_heading"] is Double)

      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: file))
      let cut = try await Program.run("compass", ["replay", file, "--json"])
      #expect(cut.status == 0)
      #expect(cut.errors.contains("was cut off after event"))
      #expect(cut.output.split(separator: "\n").count < lines.count)
    }

    @Test func `a recording contains positions, so only its owner may read it`() async throws {
      let record = try await Program.run(
        "compass", ["record", file, "--simulate", "--seconds", "1"])
      #expect(record.status == 0, "\(record.errors)")
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }

    @Test func `a replay prints the live lines, bit for bit`() async throws {
      let record = try await Program.run(
        "compass", ["record", file, "--simulate", "--scenario", "tumbling", "--seconds", "3"])
      #expect(record.status == 0, "\(record.errors)")
      let replay = try await Program.run("compass", ["replay", file, "--json"])
      #expect(replay.status == 0, "\(replay.errors)")
      let live = try RecordedFile(file).updates
      #expect(live.count > 100)
      let again = replay.output.split(separator: "\n").map(String.init)
      #expect(again == live)
      let objects = again.compactMap(Program.object)
      #expect(objects.allSatisfy { $0["simulated"] as? Bool == true && $0["steer"] is String })
    }

    @Test(.enabled(if: ToolRun.isInstalled("python3"), "python3 is not installed"))
    func `the client in Python of docs/protocol.md writes a recording`() async throws {
      let socket = file + ".sock"
      defer { try? FileManager.default.removeItem(atPath: socket) }
      let daemon = try Program("headingd", ["--simulate", "--socket", socket])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      let text = try String(
        contentsOf: SharedData.packageRoot.appendingPathComponent("docs/protocol.md"),
        encoding: .utf8)
      let block = try #require(
        text.components(separatedBy: "```").first {
          $0.hasPrefix("python\n") && $0.contains("b64decode")
        })
      let script = block.dropFirst("python\n".count)
        .replacing("/run/headingd/headingd.sock", with: socket)
        .replacing("drive.mcap", with: file)
      let client = try Program("/usr/bin/env", ["python3", "-c", String(script)])
      defer { client.signal(SIGTERM) }
      try await Program.wait("file; \(client.errors)") {
        (try? Data(contentsOf: URL(fileURLWithPath: file)))?.count ?? 0 > 100_000 ? () : nil
      }
      daemon.signal(SIGTERM)
      #expect(try await client.end() == 0, "\(client.errors)")
      let replay = try await Program.run("compass", ["replay", file, "--json"])
      #expect(replay.status == 0 && replay.errors.contains("was cut off"), "\(replay.errors)")
      #expect(replay.output.split(separator: "\n").count > 30)
    }

    @Test func `a recording ended by Ctrl-C is complete`() async throws {
      let record = try Program("compass", ["record", file, "--simulate"])
      try await Program.wait("file") {
        (try? Data(contentsOf: URL(fileURLWithPath: file)))?.count ?? 0 > 10_000 ? () : nil
      }
      record.signal(SIGINT)
      #expect(try await record.end() == 0)
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(data.prefix(8) == data.suffix(8))
    }

    @Test func `a full disk is reported, and a damaged file refused`() async throws {
      let full = try await Program.run(
        "compass", ["record", "/dev/full", "--simulate", "--seconds", "2"])
      #expect(full.status == 74 || full.status == 73)
      try Data([
        0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A, 5, 255, 255, 255, 255, 255, 255, 255, 255,
      ])
      .write(to: URL(fileURLWithPath: file))
      let damaged = try await Program.run("compass", ["replay", file])
      #expect(damaged.status == 65)
      #expect(damaged.errors.contains("the file is damaged"))
    }
  }
}
