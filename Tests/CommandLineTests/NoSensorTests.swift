import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// A machine without sensors and without a daemon: nothing simulated takes their place unseen.
  final class NoSensorTests {
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private var folder: String { temporary.url.path }

    /// Whether this machine has neither sensors nor a system's daemon.
    private static let isBare: Bool = {
      let devices = try? FileManager.default.contentsOfDirectory(atPath: "/sys/bus/iio/devices")
      return devices?.contains { $0.hasPrefix("iio:device") } != true
        && !FileManager.default.fileExists(atPath: "/run/headingd/headingd.sock")
    }()

    /// The program's arguments for `env`, in an environment without a user's daemon.
    private func compass(_ arguments: [String]) -> [String] {
      ["-u", "HEADINGD_SOCKET", "XDG_RUNTIME_DIR=\(folder)", Program.path("compass")] + arguments
    }

    private func run(
      _ arguments: [String]
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run("/usr/bin/env", compass(arguments))
    }

    @Test(
      .enabled(if: isBare, "this machine has sensors or a daemon"),
      arguments: [
        [], ["--once"], ["--json"], ["--once", "--json"], ["--rate", "5"], ["show"],
        ["show", "--once", "--json"], ["why"], ["why", "--json"], ["--mount", "x=forward,y=left"],
        ["--latitude", "47.4", "--longitude", "8.5", "--json"], ["calibrate", "--json"],
        ["calibrate", "heading", "90"], ["calibrate", "accelerometer"],
        ["calibrate", "gyroscope"], ["calibrate", "mount"],
      ])
    func `a script without a sensor gets status 69, one sentence and no line`(
      arguments: [String]
    ) async throws {
      let run = try await run(arguments)
      #expect(run.status == 69, "\(run.output) \(run.errors)")
      #expect(run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      for part in ["no sensor to read: ", "compass doctor", "--uri", "--simulate"] {
        #expect(run.errors.contains(part), "\(run.errors)")
      }
    }

    @Test(.enabled(if: isBare, "this machine has sensors or a daemon"))
    func `nothing is recorded without a sensor, and an existing file is kept`() async throws {
      let file = try temporary.put("drive.mcap", "precious")
      #expect(try await self.run(["record", file, "--seconds", "1"]).status == 73)
      let run = try await run(["record", file, "--force", "--seconds", "1"])
      #expect(run.status == 69)
      #expect(run.errors.contains("no sensor to read"), "\(run.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
      let new = folder + "/new.mcap"
      #expect(try await self.run(["record", new, "--seconds", "1"]).status == 69)
      #expect(!FileManager.default.fileExists(atPath: new))
    }

    @Test func `a recording without any sample ends with 69 too`() async throws {
      let file = folder + "/empty.mcap"
      let run = try await run(
        ["record", file, "--uri", "ip:127.0.0.1:1", "--gpsd", "none", "--seconds", "1"])
      #expect(run.status == 69)
      #expect(run.errors.contains("has no sample"), "\(run.errors)")
    }

    @Test(.enabled(if: isBare, "this machine has sensors or a daemon"))
    func `compass without arguments on a terminal shows the simulated hat, marked as such`()
      async throws
    {
      let terminal = try PseudoTerminal(columns: 120)
      let program = try Program("/usr/bin/env", compass([]), terminal: terminal)
      defer { program.signal(SIGTERM) }
      try await Program.wait("heading on the screen; \(program.errors)") {
        terminal.shown.contains("µT") ? () : nil
      }
      #expect(terminal.shown.contains("SIMULATED"))
      #expect(terminal.shown.contains("there is no IIO device"))
      terminal.press(UInt8(ascii: "q"))
      #expect(try await program.end() == 0)
    }

    @Test(
      .enabled(if: isBare, "this machine has sensors or a daemon"),
      arguments: [["--json"], ["--once"], ["--rate", "5"], ["why"], ["show"]])
    func `on a terminal with arguments there is no simulated hat either`(
      arguments: [String]
    ) async throws {
      let terminal = try PseudoTerminal()
      let program = try Program("/usr/bin/env", compass(arguments), terminal: terminal)
      #expect(try await program.end() == 69)
      #expect(program.errors.contains("no sensor to read"))
      #expect(!terminal.shown.contains("SIMULATED"), "\(terminal.shown)")
    }

    @Test func `a daemon without a sensor waits, and a recording of it ends with 69`()
      async throws
    {
      let socket = folder + "/headingd.sock"
      let daemon = try Program(
        "headingd", ["--uri", "ip:127.0.0.1:1", "--gpsd", "none", "--socket", socket])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      let file = folder + "/none.mcap"
      let record = try await run(["record", file, "--socket", socket, "--seconds", "1"])
      #expect(record.status == 69)
      #expect(record.errors.contains("no sensor to record"), "\(record.errors)")
      #expect(!FileManager.default.fileExists(atPath: file))
      let once = try await run(["--once", "--json", "--socket", socket])
      #expect(once.status == 69)
      #expect(Program.object(once.output)?["simulated"] as? Bool == false)
      #expect(Program.object(once.output)?["magnetic_heading"] is NSNull)
    }
  }
}
