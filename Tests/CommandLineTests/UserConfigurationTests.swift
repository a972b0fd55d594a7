import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass config`, and what it changes.
  final class UserConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var file: String { folder.url.path + "/headingd/config.yaml" }

    private func compass(
      _ words: [String], variables: [String] = []
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run(
        "/usr/bin/env",
        ["XDG_CONFIG_HOME=\(folder.url.path)"] + variables + [Program.path("compass")] + words)
    }

    private func put(_ text: String) throws {
      try FileManager.default.createDirectory(
        atPath: folder.url.path + "/headingd", withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }

    @Test func `values are set, shown, used and removed`() async throws {
      #expect(try await compass(["config", "path"]).output == file + "\n")
      for (key, value) in [
        ("place", "-33.87,151.21"), ("units", "imperial"), ("coordinates", "dms"),
        ("mount", "x=forward,y=left"), ("uri", "ip:127.0.0.1:1"),
      ] {
        let set = try await compass(["config", "set", key, value])
        #expect(set.status == 0, "\(set.errors)")
      }
      let shown = try #require(
        Program.object(try await compass(["config", "show", "--json"]).output))
      #expect(
        shown["place"] as? String == "-33.87,151.21" && shown["units"] as? String == "imperial")
      #expect(try await compass(["altitude", "--pressure", "900"]).output.hasSuffix(" ft\n"))
      let place = try await compass(["declination", "37.5664", "126.978"]).output
      #expect(place.contains("37°33'59.0\" N"))
      let origin = try await compass(["config"], variables: ["COMPASS_UNITS=nautical"]).output
      #expect(
        origin.contains("nautical    (from $COMPASS_UNITS)") && !origin.contains("COMPASS_PLACE"))
      // An argument comes before a variable, and a variable before the file.
      let variables = ["COMPASS_UNITS=nautical"]
      let metric = ["distance", "0", "0", "0", "1", "--units", "metric"]
      #expect(
        try await compass(Array(metric.dropLast(2)), variables: variables).output.contains(" nmi"))
      #expect(try await compass(metric, variables: variables).output.contains(" km),"))
      // The context that is configured is read, and it has no sensor.
      let once = try await compass(["--once"])
      #expect(once.status == 69)
      #expect(try await compass(["config", "set", "uri"]).status == 0)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(!text.contains("uri") && text.contains("place: \"-33.87,151.21\""))
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }

    @Test(arguments: [
      "set units parsecs", "set place here", "set place 91,0", "set mount x=up,y=up",
      "set colour red",
      "set uri 192.168.1.20", "set coordinates octal",
    ])
    func `an invalid value is refused with 64, and nothing is written`(words: String) async throws {
      let run = try await compass(["config"] + words.split(separator: " ").map(String.init))
      #expect(run.status == 64 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test(arguments: [
      ("units: parsecs\n", "config.yaml:1:8: units"), ("unit: metric\n", "is not known"),
      ("place: [1\n", "is not YAML"), ("place: 91,0\n", "is no place"),
      ("mount: x=up,y=up\n", "--mount"),
    ])
    func `an invalid file ends with 78 and states the location`(text: String, complaint: String)
      async throws
    {
      try put(text)
      let run = try await compass(["--once"])
      #expect(run.status == 78 && run.errors.contains(complaint), "\(run.errors)")
      #expect(run.errors.contains("mend the file, or remove it"), "\(run.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }

    @Test func `a simulated hat keeps its own position`() async throws {
      try put("place: 10,20\n")
      let run = try await compass(["--simulate", "--once", "--json"])
      let object = try #require(Program.object(run.output), "\(run.errors)")
      #expect(abs((object["latitude"] as? Double ?? 0) - 37.77) < 0.1)
    }
  }
}
