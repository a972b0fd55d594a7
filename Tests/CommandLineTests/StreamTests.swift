import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// Files, pipes and streams that are full, empty or somebody else's.
  final class StreamTests {
    private let folder: TemporaryFolder
    private let recording: String

    init() throws {
      folder = try TemporaryFolder()
      recording = try folder.put("good.csv", "t,mag_x,mag_y,mag_z\n1,20,0,-40\n2,20,0,-40\n")
    }

    /// Runs a line of bash, where `$compass` is the program and `$file` a recording.
    private func shell(_ line: String) async throws -> (
      status: Int32, output: String, errors: String
    ) {
      let names = "compass='\(Program.path("compass"))'; file='\(recording)'; "
      return try await Program.run("/bin/bash", ["-c", names + line])
    }

    @Test(
      arguments: [
        "--simulate --once", "--simulate --once --json", "--simulate --json", "--simulate",
        "why --simulate", "replay $file", "replay $file --json", "replay $file --output -",
        "replay $file --output /dev/full", "declination 0 0", "declination 0 0 --json",
        "declination --batch <(echo 2026 0 1 2)", "distance 0 0 1 1", "altitude --pressure 900",
        "doctor --chips", "doctor --gpsd none", "profiles list", "simulate --list", "--help",
        "--version", "calibrate --from $file",
      ])
    func `a full disk ends with 74 and one sentence`(command: String) async throws {
      let run = try await shell("\"$compass\" \(command) > /dev/full")
      #expect(run.status == 74, "\(run.errors)")
      #expect(
        run.errors.contains(": the disk is full.") || run.errors.contains(" cannot be written: "))
      #expect(!run.errors.contains("Error"))
    }

    @Test func `a full or closed standard error does not end the program`() async throws {
      for redirection in ["2> /dev/full", "2>&-"] {
        let run = try await shell("\"$compass\" --simulate --json \(redirection) | head -n 3")
        #expect(run.output.split(separator: "\n").count == 3)
      }
    }

    @Test(arguments: ["", "link", "hard"])
    func `a replay never writes over its recording`(way: String) async throws {
      let before = try Data(contentsOf: URL(fileURLWithPath: recording))
      var output = recording
      if !way.isEmpty {
        output = folder.url.path + "/" + way
        let made = try await shell("ln \(way == "link" ? "-s" : "") \"$file\" '\(output)'")
        #expect(made.status == 0)
      }
      let run = try await Program.run("compass", ["replay", recording, "--output", output])
      #expect(run.status == 64)
      #expect(run.errors.contains("is the recording itself"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: recording)) == before)
    }

    @Test(
      arguments: [
        "replay <(cat \"$file\") --output -", "replay /dev/stdin --output - < \"$file\"",
        "replay - --output - < \"$file\"",
      ])
    func `a recording may come through a pipe`(command: String) async throws {
      let run = try await shell("\"$compass\" \(command)")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.split(separator: "\n").count == 3)
    }

    @Test func `a recorded session may come through a pipe too`() async throws {
      let run = try await shell(
        "\"$compass\" record --simulate --seconds 1 '\(folder.url.path)/s.mcap' 2> /dev/null; "
          + "\"$compass\" replay <(cat '\(folder.url.path)/s.mcap') --output - | head -n 2")
      #expect(run.output.split(separator: "\n").count == 2, "\(run.errors)")
    }

    @Test func `calibrate and declination read pipes`() async throws {
      // One direction is too little for a calibration, but it was read.
      let calibrate = try await shell("\"$compass\" calibrate --from <(cat \"$file\")")
      #expect(calibrate.status == 1, "\(calibrate.errors)")
      #expect(calibrate.errors.contains("too few samples"))
      let batch = try await shell("\"$compass\" declination --batch <(echo 2026 0 1 2)")
      #expect(batch.status == 0, "\(batch.errors)")
      #expect(batch.output.hasPrefix("2026 0 1 2 "))
    }

    @Test func `a batch answers each line before the next is asked`() async throws {
      let run = try await shell(
        """
        coproc "$compass" declination --batch -
        for n in 1 2 3; do
          echo "2026 0 $n 2" >&"${COPROC[1]}"
          read -r line <&"${COPROC[0]}"
          echo "$line"
        done
        """)
      let lines = run.output.split(separator: "\n").map { $0.prefix(10) }
      #expect(lines == ["2026 0 1 2", "2026 0 2 2", "2026 0 3 2"], "\(run.errors)")
    }

    @Test(arguments: ["replay /dev/zero", "replay - --smooth", "audit -"])
    func `a stream that is no recording does not fill the memory`(command: String) async throws {
      let run = try await shell("ulimit -v 900000; yes | \"$compass\" \(command)")
      #expect(run.status == 65, "\(run.errors)")
      #expect(run.errors.contains("is not a recording"), "\(run.errors)")
    }

    @Test(arguments: ["<context><broken", "<other/>", "", "\0\u{1}"])
    func `an invalid context file is reported in one sentence`(text: String) async throws {
      let file = try folder.put("bad.xml", text)
      let run = try await Program.run("compass", ["devices", "--uri", "xml:" + file])
      #expect(run.status == 65)
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      #expect(run.errors.contains("bad.xml"))
      let missing = file + ".none"
      for command in [["--once"], ["devices"], ["record", "-"], ["calibrate"]] {
        let run = try await Program.run(
          "compass", command + ["--uri", "xml:" + missing], seconds: 4)
        #expect(run.status == 66, "\(command): \(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      }
    }

    @Test(arguments: ["--once", "why", "status"])
    func `a daemon that accepts a connection and sends nothing is not waited for`(command: String)
      async throws
    {
      let silent = try LoopbackSocket.listening()
      let start = ContinuousClock.now
      let run = try await Program.run(
        "compass", [command, "--connect", "127.0.0.1:\(silent.port)"])
      #expect(run.status == 69)
      #expect(run.errors.contains("does not respond"), "\(run.errors)")
      #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test func `a date without time gives no time of day`() async throws {
      func time(_ date: String) async throws -> (time: Any?, errors: String) {
        let run = try await Program.run(
          "compass",
          [
            "replay", recording, "--json", "--latitude", "47", "--longitude", "8", "--date", date,
          ])
        #expect(run.status == 0, "\(run.errors)")
        let object = run.output.split(separator: "\n").first.flatMap { Program.object(String($0)) }
        // The magnetic model has its date either way: 3.8° E in 2026 at 47° N 8° E.
        #expect(abs((object?["declination"] as? Double ?? 0) - 3.8) < 0.5)
        return (object?["time"], run.errors)
      }
      let day = try await time("2026-01-01")
      #expect(day.time is NSNull)
      #expect(day.errors.contains("2026-01-01T12:00:00Z"))
      let moment = try await time("2026-01-01T10:20:30Z")
      #expect((moment.time as? String)?.hasPrefix("2026-01-01T10:20:30") == true)
      #expect(!moment.errors.contains("a date gives no time of day"))
    }

    @Test func `a date given with sensors selects the model's date, and time stays the clock's`()
      async throws
    {
      let run = try await Program.run(
        "compass",
        [
          "--simulate", "--once", "--json", "--date", "2026-01-01",
        ])
      let object = Program.object(run.output)
      #expect(object?["declination"] is Double, "\(run.output)")
      let time = object?["time"] as? String
      #expect(time?.hasPrefix("2026-01-01") != true, "\(run.output)")
      #expect((object?["reasons"] as? [String])?.contains("starting") == false)
    }

    @Test func `status without a daemon states how to start one`() async throws {
      let run = try await shell("XDG_RUNTIME_DIR='\(folder.url.path)' \"$compass\" status")
      #expect(run.status == 69)
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(run.errors.contains("systemctl start headingd"))
    }

    @Test func `a port in use is reported in words`() async throws {
      let taken = try LoopbackSocket.listening()
      let run = try await Program.run(
        "compass", ["simulate", "--iiod", "--port", "\(taken.port)"])
      #expect(run.status == 69)
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(run.errors.contains("Address already in use") && !run.errors.contains("errno"))
    }
  }
}
