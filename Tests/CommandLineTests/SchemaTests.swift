import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// The schema that `compass schema` prints, against what the programs print.
  struct SchemaTests {
    private func rule() async throws -> SchemaRule {
      try SchemaRule(try await Program.run("compass", ["schema"]).output)
    }

    @Test(
      arguments: [
        "--simulate --once --json", "--simulate --scenario no-gyroscope --once --json",
        "--simulate --latitude 47 --longitude 8 --date 2026-06-01 --once --json",
        "--uri ip:127.0.0.1:1 --once --json", "--simulate --heave-point 0,1,0 --once --json",
      ])
    func `the printed updates conform to the schema`(command: String) async throws {
      let rule = try await rule()
      let run = try await Program.run("compass", command.split(separator: " ").map(String.init))
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.count > 0, "\(run.errors)")
      for line in lines {
        #expect(try rule.complaints(of: line) == [])
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        // Heave is computed on request.
        let absent: Set = command.contains("heave") ? [] : ["waves"]
        #expect(Set(object?.keys.map { $0 } ?? []) == rule.keys.subtracting(absent))
      }
    }

    @Test func `every line of a recording and of its replay conforms to the schema`() async throws {
      let folder = try TemporaryFolder()
      let rule = try await rule()
      for name in ["a.mcap", "a.csv"] {
        let file = folder.url.appending(path: name).path
        let record = try await Program.run(
          "compass", ["record", file, "--simulate", "--scenario", "drive", "--seconds", "2"])
        #expect(record.status == 0, "\(record.errors)")
        let replay = try await Program.run("compass", ["replay", file, "--json"])
        var lines = replay.output.split(separator: "\n").map(String.init)
        if name.hasSuffix("mcap") { lines += try RecordedFile(file).updates }
        #expect(lines.count > 100)
        let complaints = try lines.flatMap { try rule.complaints(of: $0) }
        #expect(complaints.isEmpty, "\(name): \(complaints.first ?? "")")
      }
    }

    @Test(
      arguments: [
        ("\"status\":\"invalid\"", "\"status\":\"fine\""),
        ("\"simulated\":false", "\"simulated\":0"), ("\"pitch\":null", "\"pitch\":\"up\""),
        ("\"true_heading\":null", "\"true_heading\":360"),
        ("\"velocity\":null", "\"velocity\":[1,2]"),
      ])
    func `a violation of the schema is detected`(old: String, new: String) async throws {
      let run = try await Program.run("compass", ["--uri", "ip:127.0.0.1:1", "--once", "--json"])
      #expect(run.output.contains(old))
      let line = run.output.replacing(old, with: new)
      #expect(try await rule().complaints(of: line).count == 1)
    }
  }
}
