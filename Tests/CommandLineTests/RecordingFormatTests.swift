import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// MCAP and CSV, from a file and through a pipe, for every command that takes a recording.
  final class RecordingFormatTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// Runs a line of shell in a folder of its own; `compass` is the built one.
    private func shell(
      _ line: String
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run(
        "/bin/bash",
        [
          "-c",
          "set -o pipefail; compass() { \"\(Program.path("compass"))\" \"$@\"; }; "
            + "cd '\(folder.url.path)'; \(line)",
        ])
    }

    @Test func `a recording goes through a pipe, and no file is called -`() async throws {
      let run = try await shell(
        "compass record - --simulate --seconds 1 2> told | compass replay - --json")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.split(separator: "\n").count > 30)
      #expect(!FileManager.default.fileExists(atPath: path("-")))
      let told = try String(contentsOfFile: path("told"), encoding: .utf8)
      #expect(told.contains("an hour takes about") && told.contains("standard output: "), "\(told)")
    }

    @Test func `a name that ends in csv makes a table, which is replayed`() async throws {
      let record = try await Program.run(
        "compass", ["record", path("walk.csv"), "--simulate", "--seconds", "2"])
      #expect(record.status == 0, "\(record.errors)")
      let lines = try String(contentsOfFile: path("walk.csv"), encoding: .utf8)
        .split(separator: "\n")
      #expect(lines.first?.hasPrefix("t,utc,gyr_x,gyr_y,gyr_z,acc_x,") == true)
      let times = lines.dropFirst().compactMap {
        $0.split(separator: ",").first.flatMap { Double($0) }
      }
      #expect(times.count == lines.count - 1 && times.count > 100 && times == times.sorted())
      #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(",1") })
      let replay = try await Program.run("compass", ["replay", path("walk.csv"), "--json"])
      #expect(replay.status == 0, "\(replay.errors)")
      let objects = replay.output.split(separator: "\n").compactMap { Program.object(String($0)) }
      #expect(objects.count == times.count)
      #expect(objects.last?["magnetic_heading"] is Double)
      #expect(objects.last?["simulated"] as? Bool == true)
    }

    @Test func `a calibration comes from MCAP, from CSV and from a pipe`() async throws {
      let record = try await shell(
        """
        compass record turns.mcap --simulate --scenario tumbling --seconds 15 &
        compass record turns.csv --simulate --scenario tumbling --seconds 15; wait
        """)
      #expect(record.status == 0, "\(record.errors)")
      for line in [
        "compass calibrate --from turns.mcap --json", "compass calibrate --from turns.csv --json",
        "compass calibrate --from - --json < turns.mcap",
      ] {
        let run = try await shell(line)
        #expect(
          Program.object(run.output)?["samples_used"] != nil, "\(line): \(run.output) \(run.errors)"
        )
      }
    }

    @Test func `MCAP can be smoothed, and audited through a pipe`() async throws {
      let record = try await shell(
        "compass record drive.mcap --simulate --seconds 3; cp drive.mcap other")
      #expect(record.status == 0, "\(record.errors)")
      let smooth = try await shell("compass replay other --smooth --output -")
      #expect(smooth.status == 0, "\(smooth.errors)")
      #expect(smooth.output.split(separator: "\n").count > 100)
      let audit = try await shell("compass audit - < drive.mcap")
      #expect(audit.status == 1 && audit.errors.contains("straight legs"), "\(audit.errors)")
      let profile = try await shell("compass audit drive.mcap --latitude 1 --longitude 2")
      #expect(profile.status == 64 && profile.errors.contains("--latitude"), "\(profile.errors)")
    }

    @Test func `on a terminal MCAP is refused`() async throws {
      let terminal = try PseudoTerminal()
      let program = try Program(
        "compass", ["record", "-", "--simulate", "--seconds", "1"], terminal: terminal)
      #expect(try await program.end() == 64)
      #expect(program.errors.contains("--format csv"))
    }
  }
}
