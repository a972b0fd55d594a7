import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass profiles`, and the profiles that the readout finds.
  final class ProfilesTests {
    private static let shipped =
      SharedData.packageRoot.appendingPathComponent("calibration/simulated-hat.json").path

    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    private func profiles(
      _ words: String...
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run(
        "compass",
        ["profiles"] + words + ["--folder", folder.appendingPathComponent("profiles").path])
    }

    /// The shipped profile with another hard iron, by hand.
    private func changed(isSimulated: Bool = false) throws -> String {
      let text = try String(contentsOfFile: Self.shipped, encoding: .utf8)
      let lines = text.split(separator: "\n").filter {
        !$0.contains("checksum") && (isSimulated || !$0.contains("simulated\" :"))
      }
      let file = folder.appendingPathComponent("changed.json")
      try Data(lines.joined(separator: "\n").replacing("19.5", with: "25").utf8).write(to: file)
      return file.path
    }

    @Test func `an ambiguous revision is reported with the sensors' names`() async throws {
      for sensor in ["lis3mdl", "ak8963"] {
        #expect(try await profiles("import", Self.shipped, "--sensor", sensor).status == 0)
      }
      for number in ["1", "7"] {
        let run = try await profiles("use", number)
        #expect(run.status == 64)
        #expect(run.errors.contains("say which: ak8963:\(number), lis3mdl:\(number)."))
      }
    }

    @Test func `profiles are imported, compared, rolled back, used and exported`() async throws {
      let nameless = try await profiles("import", Self.shipped)
      #expect(nameless.status == 64 && nameless.errors.contains("--sensor"))
      for file in [Self.shipped, try changed()] {
        let run = try await profiles("import", file, "--sensor", "lis3mdl@1-001c")
        #expect(run.status == 0, "\(run.errors)")
      }
      let list = try #require(Program.object(try await profiles("list", "--json").output))
      let kept = try #require(list["profiles"] as? [[String: Any]])
      #expect(kept.map { $0["in_use"] as? Bool } == [false, true])
      #expect(kept.allSatisfy { $0["valid"] as? Bool == true })
      // 5.5 µT more, through the soft iron 5.2 µT, turn a horizontal field of 22.92 µT by up to
      // arcsin 0.2267 = 13.1°.
      let diff = try #require(Program.object(try await profiles("diff", "1", "2", "--json").output))
      let turn = try #require(diff["largest_heading_difference"] as? Double)
      #expect(abs(turn - 13.1) < 0.1)
      #expect(try await profiles("rollback").status == 0)
      #expect(try await profiles("rollback").status == 66)
      let out = folder.appendingPathComponent("out.json").path
      #expect(try await profiles("export", "--output", out).status == 0)
      #expect(try String(contentsOfFile: out, encoding: .utf8).contains("19.5"))
      #expect(try await profiles("use", "2").status == 0)
      let shown = try await profiles("show", "--json")
      #expect(shown.output.contains("25"))
      #expect(try await profiles("show").output.contains("lis3mdl@1-001c"))
    }

    @Test func `compass reports whether a running daemon uses a profile`() async throws {
      let home = folder.appending(path: "home")
      let socket = folder.appending(path: "s").path
      func shell(_ line: String) async throws -> (status: Int32, output: String, errors: String) {
        try await Program.run(
          "/usr/bin/env",
          [
            "HEADINGD_SOCKET=\(socket)", "XDG_CONFIG_HOME=\(home.path)", "HOME=\(home.path)",
            Program.path("compass"),
          ] + line.split(separator: " ").map(String.init))
      }
      let daemon = try Program(
        "/usr/bin/env",
        [
          "XDG_CONFIG_HOME=\(home.path)", "HOME=\(home.path)", Program.path("headingd"),
          "--simulate", "--socket", socket,
        ])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      let calibrated = try await shell(
        "profiles import \(Self.shipped) --sensor lsm9ds1_magn@simulated")
      #expect(calibrated.status == 0)
      #expect(calibrated.errors.contains("uses it from now on"), "\(calibrated.errors)")
      let second = try await shell(
        "profiles import \(try changed(isSimulated: true)) --sensor lsm9ds1_magn@simulated")
      #expect(second.output.contains("revision 2"))
      #expect(try await shell("status").output.contains("lsm9ds1_magn@simulated:2"))
      // What was chosen by hand, and again, is gone back from.
      for word in ["1", "2"] { #expect(try await shell("profiles use \(word)").status == 0) }
      let back = try await shell("calibrate rollback")
      #expect(back.output.contains("in force, revision 1"), "\(back.output)\(back.errors)")
      #expect(try await shell("status").output.contains("lsm9ds1_magn@simulated:1"))
      let other = try await shell(
        "profiles import \(try changed()) --sensor ak8975")
      #expect(other.status == 0 && other.errors.contains("goes on with its own"), "\(other.errors)")
      let refused = try await shell("profiles import \(Self.shipped) --sensor lis3mdl")
      #expect(refused.status == 0 && refused.errors.contains("refuses it"), "\(refused.errors)")
      #expect(!refused.output.contains("in use"), "\(refused.output)")
      let many = try await shell("profiles use 1")
      #expect(many.status == 64 && many.errors.contains("lis3mdl:1"), "\(many.errors)")
      daemon.signal(SIGTERM)
      _ = try await daemon.end()
      let alone = try await shell("profiles use ak8975:1")
      #expect(
        alone.status == 0 && alone.errors.contains("no daemon uses it yet"), "\(alone.errors)")
    }

    @Test func `statuses are those of sysexits`() async throws {
      for word in ["show", "rollback", "export"] {
        #expect(try await profiles(word).status == 66)
      }
      #expect(try await profiles("show", "nothing").status == 66)
      #expect(try await profiles("use").status == 64)
      let torn = folder.appendingPathComponent("torn.json")
      try Data("{".utf8).write(to: torn)
      let refused = try await profiles("import", torn.path, "--sensor", "lis3mdl")
      #expect(refused.status == 78 && refused.errors.contains("torn.json"))
      let closed = try await Program.run(
        "compass",
        ["profiles", "import", Self.shipped, "--sensor", "lis3mdl", "--folder", torn.path])
      #expect(closed.status == 73)
    }

    @Test func `another sensor's profile named on the command line ends with 78`() async throws {
      #expect(try await profiles("import", Self.shipped, "--sensor", "ak8975").status == 0)
      let out = folder.appendingPathComponent("ak8975.json").path
      #expect(try await profiles("export", "--output", out).status == 0)
      let run = try await Program.run("compass", ["--simulate", "--once", "--profile", out])
      #expect(run.status == 78)
      #expect(run.errors.contains("ak8975") && run.errors.contains("lsm9ds1_magn"))
    }
  }
}
