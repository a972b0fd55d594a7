import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass calibrate` on the simulated hat, as a robot uses it.
  final class CalibrateTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    private var output: String { folder.appendingPathComponent("new.json").path }

    private func exists() -> Bool { FileManager.default.fileExists(atPath: output) }

    @Test func `a known heading makes a profile that the readout uses`() async throws {
      let run = try await Program.run(
        "compass",
        [
          "calibrate", "heading", "45", "--scenario", "pose:heading=45", "--json", "--timeout",
          "4", "--output", output,
        ])
      #expect(run.status == 0, "\(run.errors)")
      let last = try #require(run.output.split(separator: "\n").last.map(String.init))
      let object = try #require(Program.object(last))
      #expect(object["state"] as? String == "stored" && object["simulated"] as? Bool == true)
      #expect(object["rung"] as? String == "known_heading")
      let shown = try await Program.run(
        "compass",
        ["--scenario", "pose:heading=45", "--once", "--json", "--profile", output])
      let heading = try #require(Program.object(shown.output)?["magnetic_heading"] as? Double)
      #expect(abs((heading - 45).remainder(dividingBy: 360)) < 5)
    }

    @Test func `a hat that does not turn is refused with the reason, and nothing is written`()
      async throws
    {
      let run = try await Program.run(
        "compass",
        ["calibrate", "--scenario", "pose", "--json", "--timeout", "3", "--output", output])
      #expect(run.status == 1)
      #expect(run.errors.contains("no calibration, nothing is changed: "))
      #expect(run.errors.contains("the accelerometer was never calibrated"))
      let last = try #require(run.output.split(separator: "\n").last.map(String.init))
      let object = try #require(Program.object(last))
      #expect(object["state"] as? String == "refused" && object["accepted"] as? Bool == false)
      #expect((object["reasons"] as? [String])?.isEmpty == false)
      #expect(!exists())
    }

    @Test func `a rotation that was too short is reported as such`() async throws {
      let run = try await Program.run(
        "compass", ["calibrate", "--simulate", "--timeout", "5", "--output", output])
      #expect(run.status == 1)
      #expect(run.errors.contains("not all headings are covered"), "\(run.errors)")
      #expect(!run.errors.contains("not the Earth's"))
    }

    /// A known heading into a file that holds a profile of the stated heading error.
    private func replace(error: Double, _ options: [String] = []) async throws -> (
      status: Int32, output: String, errors: String, isKept: Bool
    ) {
      let shipped = SharedData.packageRoot.appendingPathComponent("calibration/simulated-hat.json")
      let lines = try String(contentsOf: shipped, encoding: .utf8).split(separator: "\n")
      let text = lines.filter { !$0.contains("checksum") }.joined(separator: "\n")
        .replacing("\"level\" : 0.3", with: "\"level\" : \(error)")
      try Data(text.utf8).write(to: URL(fileURLWithPath: output))
      let run = try await Program.run(
        "compass",
        [
          "calibrate", "heading", "45", "--scenario", "pose:heading=45", "--json", "--timeout",
          "4", "--output", output,
        ] + options)
      let isKept = try String(contentsOfFile: output, encoding: .utf8) == text
      return (run.status, run.output, run.errors, isKept)
    }

    @Test func `a worse calibration replaces a better one only by force`() async throws {
      let refused = try await replace(error: 0.01)
      #expect(refused.status == 1 && refused.isKept)
      #expect(refused.errors.contains("±0.01° level") && refused.errors.contains("--force"))
      let last = try #require(refused.output.split(separator: "\n").last.map(String.init))
      #expect(Program.object(last)?["state"] as? String == "refused")
      let forced = try await replace(error: 0.01, ["--force"])
      #expect(forced.status == 0 && !forced.isKept, "\(forced.errors)")
      let better = try await replace(error: 90)
      #expect(better.status == 0 && !better.isKept, "\(better.errors)")
    }

    @Test func `on a terminal a worse calibration requires confirmation`() async throws {
      for (answer, isReplaced) in [("n", false), ("y", true)] {
        let shown = try await answered(answer)
        #expect(shown.isReplaced == isReplaced, "\(shown.text)")
      }
    }

    /// A known heading on a terminal where a better profile is kept, and the answer to the question.
    private func answered(_ answer: String) async throws -> (isReplaced: Bool, text: String) {
      let shipped = SharedData.packageRoot.appendingPathComponent("calibration/simulated-hat.json")
      let lines = try String(contentsOf: shipped, encoding: .utf8).split(separator: "\n")
      let text = lines.filter { !$0.contains("checksum") }.joined(separator: "\n")
        .replacing("\"level\" : 0.3", with: "\"level\" : 0.01")
      try Data(text.utf8).write(to: URL(fileURLWithPath: output))
      let terminal = try PseudoTerminal()
      let command = """
        "\(Program.path("compass"))" calibrate heading 45 --scenario pose:heading=45 --timeout 4 \
        --output "\(output)" 2>/dev/tty
        """
      let program = try Program("/bin/bash", ["-c", command], terminal: terminal)
      defer { program.signal(SIGTERM) }
      try await Program.wait("the question; \(terminal.shown)") {
        terminal.shown.contains("replace it? [y/N]") ? () : nil
      }
      for key in (answer + "\n").utf8 { terminal.press(key) }
      let status = try await program.end()
      let isReplaced = try String(contentsOfFile: output, encoding: .utf8) != text
      #expect(status == (isReplaced ? 0 : 1))
      return (isReplaced, terminal.shown)
    }

    @Test func `a gyroscope that turns is refused, one at rest gets its bias`() async throws {
      let turning = try await Program.run(
        "compass",
        ["calibrate", "gyroscope", "--scenario", "turning", "--timeout", "4", "--output", output])
      #expect(turning.status == 1 && turning.errors.contains("it moved"))
      #expect(!exists())
      let rest = try await Program.run(
        "compass",
        [
          "calibrate", "gyroscope", "--scenario", "pose", "--timeout", "4", "--json", "--output",
          output,
        ])
      #expect(rest.status == 0, "\(rest.errors)")
      let bias = try #require(Program.object(rest.output)?["bias"] as? [Double])
      for (found, truth) in zip(bias, [0.006, -0.009, 0.004]) {
        #expect(abs(found - truth) < 0.001)
      }
    }

    @Test(
      arguments: [
        ["--target", "0"], ["--timeout", "-1"], ["heading"], ["heading", "400"],
        ["gyroscope", "--timeout", "1"], ["--six-sides", "--from", "turns.csv"],
      ])
    func `a wrong command line ends with 64`(words: [String]) async throws {
      #expect(try await Program.run("compass", ["calibrate"] + words).status == 64)
    }

    @Test func `without a magnetometer there is nothing to calibrate`() async throws {
      let run = try await Program.run("compass", ["calibrate", "--uri", "ip:127.0.0.1:1"])
      #expect(run.status == 69)
    }
  }
}
