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

    @Test func `what was recorded can be replayed, and cut off too`() async throws {
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

    private static let python = PythonPackage.python(with: "mcap")

    /// Compares what was recorded live with a replay; what only the running service knows is left out.
    private static let comparison = """
      import json, sys
      from mcap.reader import make_reader
      def solution(update):
          for key in ("latency", "steer", "coast_left", "simulated"):
              del update[key]
          update["reasons"] = [reason for reason in update["reasons"] if reason != "late"]
          return update
      live = []
      with open(sys.argv[1], "rb") as file:
          for schema, channel, message in make_reader(file).iter_messages(log_time_order=False):
              if channel.topic == "/heading":
                  update = json.loads(message.data)
                  # A late service repeats the last update.
                  if "late" in update["reasons"] and live and live[-1]["boot_time"] == update["boot_time"]:
                      continue
                  live.append(solution(update))
      again = [solution(json.loads(line)) for line in open(sys.argv[2])]
      print(len(live), live == again)
      """

    @Test(.enabled(if: python != nil, "the Python package mcap is not installed"))
    func `a replay says what was said live, number by number`() async throws {
      let record = try await Program.run(
        "compass", ["record", file, "--simulate", "--scenario", "tumbling", "--seconds", "3"])
      #expect(record.status == 0, "\(record.errors)")
      let replay = try await Program.run("compass", ["replay", file, "--json"])
      let lines = file + ".jsonl"
      defer { try? FileManager.default.removeItem(atPath: lines) }
      try Data(replay.output.utf8).write(to: URL(fileURLWithPath: lines))
      let run = try await ToolRun.run(
        "env", [try #require(Self.python), "-c", Self.comparison, file, lines])
      #expect(run.status == 0, "\(run.errors)")
      let words = run.text.split(separator: " ")
      #expect(words.first.flatMap { Int($0) } ?? 0 > 100, "\(run.text)")
      #expect(run.text.hasSuffix("True\n"), "\(run.text)")
    }

    @Test func `Ctrl-C ends a recording whole`() async throws {
      let record = try Program("compass", ["record", file, "--simulate"])
      try await Program.wait("file") {
        (try? Data(contentsOf: URL(fileURLWithPath: file)))?.count ?? 0 > 10_000 ? () : nil
      }
      record.signal(SIGINT)
      #expect(try await record.end() == 0)
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(data.prefix(8) == data.suffix(8))
    }

    @Test func `a full disk is told, and a damaged file refused`() async throws {
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
