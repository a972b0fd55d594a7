import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// Exit statuses are those of sysexits.h, and errors one sentence on standard error.
  final class ExitStatusTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
      arguments: [
        "compass --no-such-option", "compass --rate 0", "compass --simulate --uri local:",
        "compass --latitude 10", "compass --date yesterday", "compass --mount x=up,y=up",
        "compass --scenario nonsense", "compass simulate", "compass simulate --iiod --port 70000",
        "compass replay", "headingd --port 0", "headingd --no-such-option",
        "compass devices --simulate", "compass doctor --simulate", "compass --uri 192.168.1.20",
        "compass --uri ip:", "compass --uri xml:", "compass --uri ip:127.0.0.1:99999",
        "compass --simulate --socket s", "compass --uri local: --connect h",
        "compass why --latitude 1 --longitude 2 --connect h", "compass --connect h --socket s",
        "compass --motion sideways", "compass --lever-arm 1,2", "compass --heave-point 1",
        "compass --fix-latency 5",
        "compass --gyroscope-bias 0",
        "compass replay x.csv --coasting-limit 0", "headingd --qnh 29.92",
        "compass shwo", "compass profiles lst", "headingd --gpsd host:port",
        "compass help nonsense", "compass help profiles lst",
        "compass --simulate --mount x=forward,y=left", "compass --simulate --sensor-rate 50",
        "compass --simulate --gpsd host", "compass calibrate --from x --simulate",
        "compass --gpsd :::",
        "compass calibrate mount --from x --profile y",
        "compass calibrate accelerometer --timeout -5",
        "compass --altitude 1e9", "compass declination 1 2 --altitude 1e9",
        "compass altitude --pressure 900 --temperature 400",
        "compass altitude --pressure 900 --qnh 100", "compass altitude --pressure 0.001",
      ])
    func `a wrong command line ends with 64`(command: String) async throws {
      let words = command.split(separator: " ").map(String.init)
      let run = try await Program.run(words[0], Array(words.dropFirst()))
      #expect(run.status == 64)
      #expect(run.errors.hasPrefix("\(words[0]): "))
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      #expect(run.output.isEmpty)
    }

    @Test(
      arguments: [
        "", "t,mag_x,mag_y,mag_z\n", "t,mag_x,mag_y,mag_z\nx,1,2,3\n", "1,2,3\n", "t,note\n1,2\n",
        "\0\u{1}\u{2}",
      ])
    func `an unusable recording ends with 65`(text: String) async throws {
      let run = try await Program.run("compass", ["replay", try folder.put("bad.csv", text)])
      #expect(run.status == 65)
      #expect(run.errors.contains("bad.csv is not a recording"))
    }

    @Test func `a file that is missing ends with 66`() async throws {
      let missing = folder.url.appendingPathComponent("missing.csv").path
      let replay = try await Program.run("compass", ["replay", missing])
      #expect(replay.status == 66)
      #expect(replay.errors.contains("missing.csv"))
      #expect(replay.errors.split(separator: "\n").count == 1)
      let profile = try await Program.run(
        "compass", ["--simulate", "--once", "--profile", missing])
      #expect(profile.status == 66)
    }

    @Test func `an unavailable resource ends with 69`() async throws {
      let devices = try await Program.run("compass", ["devices", "--uri", "ip:127.0.0.1:1"])
      #expect(devices.status == 69)
      #expect(devices.errors.split(separator: "\n").count == 1)
      let daemon = try await Program.run(
        "compass", ["--once", "--socket", folder.url.appendingPathComponent("none.sock").path])
      #expect(daemon.status == 69)
      #expect(daemon.errors.split(separator: "\n").count == 1, "\(daemon.errors)")
      let stream = try await Program.run("compass", ["--connect", "127.0.0.1:1", "--json"])
      #expect(stream.status == 69)
      #expect(stream.errors.split(separator: "\n").count == 1, "\(stream.errors)")
    }

    @Test func `a folder that cannot be written ends with 73, a torn profile with 78`()
      async throws
    {
      let recording = try folder.put("good.csv", "t,mag_x,mag_y,mag_z\n1,20,0,-40\n")
      let output = try await Program.run(
        "compass",
        ["replay", recording, "--output", folder.url.appendingPathComponent("no/out.csv").path])
      #expect(output.status == 73)
      let torn = try await Program.run(
        "compass",
        ["replay", recording, "--profile", try folder.put("torn.json", "{\"version\": 1,")])
      #expect(torn.status == 78)
      #expect(torn.errors.contains("torn.json"))
    }

    @Test(
      arguments: [
        "profiles export @ --output", "bundle", "simulate --save-profile",
        "calibrate heading 45 --scenario pose --timeout 4 --output",
        "record --simulate --seconds 1",
        "replay @.csv --output",
      ])
    func `a disk that is full midway ends with 74`(command: String) async throws {
      let profile = SharedData.packageRoot.appending(path: "calibration/simulated-hat.json")
      try FileManager.default.copyItem(at: profile, to: folder.url.appending(path: "p"))
      try folder.put("p.csv", "t,mag_x,mag_y,mag_z\n1,20,0,-40\n")
      let words = command.replacing("@", with: folder.url.path + "/p").split(separator: " ")
      let run = try await Program.run("compass", words.map(String.init) + ["/dev/full"])
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("the disk is full"), "\(run.errors)")
      #expect(!run.errors.contains("gzip"))
    }

    @Test func `invalid rows are reported on standard error, and all valid ones are used`()
      async throws
    {
      let recording = try folder.put(
        "mixed.csv",
        "t,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n0,0,0,9.8,0,20,-40\nnonsense\n0.5,0,0,9.8,0,20,-40\n"
          + "0.6,0,0,9.8,0,twenty,-40\n1,0,0,9.8,0,20,-40\n")
      let run = try await Program.run("compass", ["replay", recording, "--output", "-"])
      #expect(run.status == 0)
      #expect(run.errors.contains("skipped line 3: "))
      #expect(run.errors.contains("skipped line 5: mag_y is not a number"))
      #expect(run.errors.contains("3 rows used, 2 skipped"))
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines.first?.hasPrefix("t,q_w,q_x,q_y,q_z,magnetic_heading") == true)
      #expect(
        lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 11 })
    }

    @Test func `the statuses are in the help, and each command's help fits its width`()
      async throws
    {
      let table = try await Program.run("compass", ["help", "exit-status"])
      #expect(table.status == 0)
      for status in ["0", "1", "64", "65", "66", "69", "73", "74", "77", "78", "130", "141"] {
        #expect(table.output.contains("\n  \(status) "), "\(status)")
      }
      #expect(try await Program.run("compass", ["--help"]).output.contains("\n  78  a config"))
      for command in ["record", "replay", "calibrate", "declination", "show", "profiles list"] {
        let words = ["help"] + command.split(separator: " ").map(String.init)
        let help = try await Program.run("compass", words)
        #expect(help.status == 0 && help.output.contains("USAGE: compass"))
        let long = help.output.split(separator: "\n").filter { $0.count > 100 }
        #expect(long.isEmpty, "\(long)")
      }
    }

    @Test func `a reader that closes the output ends the program quietly`() async throws {
      let command = """
        "\(Program.path("compass"))" --simulate --json 2>"\(folder.url.path)/errors" | head -n 1
        echo "status ${PIPESTATUS[0]}"
        """
      let run = try await Program.run("/bin/bash", ["-c", command])
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.first.flatMap(Program.object)?["simulated"] as? Bool == true)
      #expect(lines.last == "status 141")
      let errors = try String(
        contentsOf: folder.url.appendingPathComponent("errors"), encoding: .utf8)
      #expect(!errors.lowercased().contains("error"))
      #expect(!errors.lowercased().contains("broken"))
    }

    @Test(arguments: ["compass --simulate --json", "compass simulate --iiod --port 0"])
    func `Ctrl-C ends a command that runs until then with success`(command: String) async throws {
      let words = command.split(separator: " ").map(String.init)
      let program = try Program(words[0], Array(words.dropFirst()))
      _ = try await Program.wait("output; \(program.errors)") {
        program.output.isEmpty && !program.errors.contains("listening") ? nil : ()
      }
      try program.signalChild(SIGINT)
      #expect(try await program.end() == 0)
    }

    @Test(.enabled(if: getuid() != 0, "root may open every socket"))
    func `no right to the daemon's socket ends with 77`() async throws {
      let socket = folder.url.appendingPathComponent("s").path
      let daemon = try Program("headingd", ["--simulate", "--socket", socket])
      _ = try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      chmod(socket, 0)
      for arguments in [["status"], ["--json"], ["record", "-"]] {
        let run = try await Program.run("compass", arguments + ["--socket", socket])
        #expect(run.status == 77, "\(arguments) \(run.errors)")
      }
      daemon.signal(SIGTERM)
      _ = try await daemon.end()
    }

    @Test func `a calibration whose file cannot be written does not begin`() async throws {
      let file = folder.url.appendingPathComponent("no/p.json").path
      let run = try await Program.run(
        "compass", ["calibrate", "--simulate", "--json", "--output", file])
      #expect(run.status == 73)
      #expect(run.output.isEmpty, "\(run.output)")
    }

    @Test func `a calibration that cannot be written at the end is printed`() async throws {
      let run = try await Program.run(
        "compass",
        [
          "calibrate", "heading", "45", "--scenario", "pose", "--timeout", "4", "--output",
          "/dev/full",
        ])
      #expect(run.status == 74)
      #expect(
        run.errors.contains("not lost") && run.errors.contains("\"hard_iron\""), "\(run.errors)")
    }

    @Test func `every line and every object of simulated sensors is marked as simulated`()
      async throws
    {
      let line = try await Program.run("compass", ["--simulate", "--once"])
      #expect(line.status == 0)
      #expect(line.output.hasPrefix("SIMULATED"))
      let json = try await Program.run("compass", ["--simulate", "--once", "--json"])
      let object = try #require(Program.object(json.output))
      #expect(object["simulated"] as? Bool == true)
      #expect(object["magnetic_heading"] as? Double != nil)
    }
  }
}
