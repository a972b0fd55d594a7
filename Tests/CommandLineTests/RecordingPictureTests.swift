import Foundation
import Glibc
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass plot` and `compass view`.
  final class RecordingPictureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private func record(_ name: String, seconds: Int = 3) async throws -> String {
      let run = try await Program.run(
        "compass", ["record", path(name), "--simulate", "--seconds", "\(seconds)"])
      #expect(run.status == 0, "\(run.errors)")
      return path(name)
    }

    @Test(arguments: ["walk.mcap", "walk.csv"])
    func `a recording is drawn beside it, for its user only`(name: String) async throws {
      let recording = try await record(name)
      let run = try await Program.run("compass", ["plot", recording])
      #expect(run.status == 0, "\(run.errors)")
      let picture = try String(contentsOfFile: path("walk.svg"), encoding: .utf8)
      #expect(picture.hasPrefix("<?xml") && picture.hasSuffix("</svg>\n"))
      for word in ["SIMULATED  \(name)", "True heading", "Field, µT", "Track", "Reasons"] {
        #expect(picture.contains(word), "\(word)")
      }
      var status = stat()
      #expect(stat(path("walk.svg"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `profiles are drawn beside the recorded heading`() async throws {
      let recording = try await record("walk.csv")
      let profile = try folder.put(
        "other.json",
        "{\"version\":1,\"sensor\":{\"name\":\"lis3mdl\"},\"hard_iron\":[1,0,0],"
          + "\"soft_iron\":[[1,0,0],[0,1,0],[0,0,1]]}")
      let run = try await Program.run(
        "compass", ["plot", recording, "--profile", profile, "--output", "-"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains(">recorded</text>") && run.output.contains(">other.json</text>"))
    }

    @Test func `what cannot be drawn is refused with a reason`() async throws {
      let recording = try await record("walk.csv", seconds: 1)
      for (arguments, status, reason) in [
        (["--svg", "--png"], 64, "choose one"),
        (["--output", recording], 64, "the recording itself"),
        (["--output", path("no/x.svg")], 73, "no/x.svg"),
        (["--profile", path("missing.json")], 66, "missing.json"),
      ] as [([String], Int32, String)] {
        let run = try await Program.run("compass", ["plot", recording] + arguments)
        #expect(run.status == status && run.errors.contains(reason), "\(run)")
      }
      let torn = try folder.put("torn.csv", "t,acc_x\nx,y\n")
      for command in ["plot", "view"] {
        let run = try await Program.run("compass", [command, torn])
        #expect(run.status == 65 && run.errors.contains("torn.csv is not a recording"), "\(run)")
      }
    }

    @Test func `PNG needs a program, which is named`() async throws {
      let recording = try await record("walk.csv", seconds: 1)
      let run = try await Program.run(
        "/usr/bin/env", ["PATH=/nowhere", Program.path("compass"), "plot", recording, "--png"])
      #expect(run.status == 69 && run.errors.contains("apt install librsvg2-bin"), "\(run)")
    }

    @Test func `a page is served until Ctrl-C`() async throws {
      let recording = try await record("walk.mcap", seconds: 1)
      let program = try Program("compass", ["view", recording, "--print"])
      let address = try await Program.wait("address") {
        program.output.split(separator: "\n").first.map(String.init)
      }
      let parts = address.split(separator: "#")
      #expect(parts.count == 2 && parts[0].hasPrefix("http://127.0.0.1:"), "\(address)")
      #expect(parts.last?.hasPrefix("token=") == true && address.count > 60, "\(address)")
      let port = try #require(Int(address.split(separator: "/")[1].split(separator: ":")[1]))
      let taken = try await Program.run(
        "compass", ["view", recording, "--print", "--port", "\(port)"])
      #expect(taken.status == 69 && taken.errors.contains("port \(port)"), "\(taken)")
      try program.signalChild(SIGINT)
      #expect(try await program.end() == 0)
    }
  }
}
