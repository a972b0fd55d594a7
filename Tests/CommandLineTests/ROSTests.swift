import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// Messages of ROS; `make integration-ros` reads them with programs of others.
  struct ROSTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `one document of a simulated hat, with the chosen frame`() async throws {
      let run = try await Program.run(
        "compass",
        ["--simulate", "--once", "--format", "ros-yaml", "--base-frame", "imu_link"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("# SIMULATED\nheader:\n  stamp:\n    secs: "))
      #expect(run.output.contains("  frame_id: \"imu_link\"\n") && run.output.hasSuffix("\n---\n"))
      #expect(!run.output.contains("orientation_covariance: [-1.0"), "\(run.output)")
    }

    @Test func `a bag by its name, a table by its format`() async throws {
      let recording = SharedData.packageRoot.appendingPathComponent(
        "Tests/Formats/0.1.0/recording.mcap"
      ).path
      let bag = folder.url.appendingPathComponent("bag.mcap")
      let run = try await Program.run("compass", ["replay", recording, "--output", bag.path])
      #expect(run.status == 0, "\(run.errors)")
      let bytes = try Data(contentsOf: bag)
      #expect(bytes.starts(with: [0x89] + Array("MCAP0\r\n".utf8)))
      #expect(bytes.suffix(8) == bytes.prefix(8))
      // It holds no events to replay.
      let again = try await Program.run("compass", ["replay", bag.path])
      #expect(again.status == 65, "\(again.errors)")
      let table = try await Program.run(
        "compass", ["replay", recording, "--output", bag.path, "--format", "csv"])
      #expect(table.status == 0, "\(table.errors)")
      #expect(try String(contentsOf: bag, encoding: .utf8).hasPrefix("t,q_w,"))
    }

    @Test(arguments: [
      ["--json", "--format", "ros-yaml"], ["--ros-north", "true"], ["--base-frame", "x"],
      ["--format", "ros-yaml", "--base-frame", "/x"], ["--format", "ros-yaml", "--base-frame", ""],
      ["replay", "x", "--format", "ros2"], ["replay", "x", "--map-frame", "earth"],
      ["replay", "x", "--output", "x.csv", "--ros-north", "true"],
      ["replay", "x", "--output", "x.bag"],
    ])
    func `options without effect are refused`(arguments: [String]) async throws {
      let run = try await Program.run("compass", arguments)
      #expect(run.status == 64 && run.output.isEmpty, "\(run.errors)")
    }
  }
}
