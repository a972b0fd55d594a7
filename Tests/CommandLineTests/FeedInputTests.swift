import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// A feed on standard input, a pipe or a file, which ends.
  struct FeedInputTests {
    private static let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "clients/feed").path

    /// The samples of a body at rest, a shell command.
    private static func body(_ seconds: Int, _ form: String = "") -> String {
      "python3 \(clients)/tests/feed_body.py 90 0 0 - --seconds \(seconds) \(form)"
    }

    private static func run(
      _ command: String, _ arguments: String
    ) async throws -> (status: Int32, output: String, errors: String) {
      let compass =
        "\(Program.path("compass")) \(arguments) --feed - --gpsd none --latitude 47 --longitude 8"
      return try await Program.run(
        "/bin/sh",
        ["-c", command.replacingOccurrences(of: "COMPASS", with: compass + " --date 2026-06-01")])
    }

    /// The last heading of a JSON stream.
    private static func heading(_ output: String) -> Double? {
      output.split(separator: "\n").compactMap {
        Program.object(String($0))?["magnetic_heading"] as? Double
      }.last
    }

    @Test(arguments: ["", "--binary"]) func `the end of a pipe is the end, with success`(
      form: String
    ) async throws {
      let run = try await Self.run("\(Self.body(2, form)) | COMPASS", "--json")
      #expect(run.status == 0, "\(run.errors)")
      #expect(abs(try #require(Self.heading(run.output)) - 90) < 1)
      #expect(run.errors.contains("is gone, because the input ended"), "\(run.errors)")
    }

    @Test(arguments: ["", "--binary"]) func `a file is read in the time of its samples`(
      form: String
    ) async throws {
      let folder = try TemporaryFolder()
      let file = folder.url.path + "/recording"
      let start = ContinuousClock.now
      let run = try await Self.run("\(Self.body(3, form)) > \(file); COMPASS < \(file)", "--json")
      #expect(run.status == 0, "\(run.errors)")
      // Three seconds of samples are made in three seconds and read in three.
      #expect(start.duration(to: .now) > .seconds(5.5))
      #expect(abs(try #require(Self.heading(run.output)) - 90) < 1)
      #expect(!run.errors.contains("more messages"), "\(run.errors)")
      let once = try await Self.run("COMPASS < \(file)", "--once")
      #expect(once.status == 0 && once.output.hasPrefix("magnetic 0"), "\(once)")
      let recorded = folder.url.path + "/recorded.mcap"
      let record = try await Self.run("COMPASS < \(file)", "record \(recorded)")
      #expect(record.status == 0 && FileManager.default.fileExists(atPath: recorded))
    }

    @Test(arguments: ["", "--json", "--once", "devices"])
    func `an input without a heading ends with status 69 and says so`(arguments: String)
      async throws
    {
      let place = arguments == "devices" ? "nothing declared itself" : "before there was a heading"
      for input in ["/dev/null", "/etc/passwd"] {
        let start = ContinuousClock.now
        let command =
          arguments == "devices"
          ? "\(Program.path("compass")) devices --feed - < \(input)" : "COMPASS < \(input)"
        let run = try await Self.run(command, arguments)
        #expect(run.status == 69, "\(run.errors)")
        #expect(run.errors.contains(place), "\(run.errors)")
        // It does not wait for a declaration that cannot come.
        #expect(start.duration(to: .now) < .seconds(5))
      }
    }
  }
}
