import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass bridge` without chips: what it says and how it ends.
  struct BridgeCommandTests {
    /// Whether this machine has no I²C bus.
    private static let isBare: Bool = {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
      return !files.contains { $0.hasPrefix("i2c-") }
    }()

    @Test func `the help has examples and the default port`() async throws {
      let run = try await Program.run("compass", ["bridge", "--help"])
      #expect(run.status == 0)
      for part in ["EXAMPLES", "compass bridge --list", "30432", "--allow-user", "docs/bridge.md"] {
        #expect(run.output.contains(part), "\(run.output)")
      }
    }

    @Test(arguments: [
      (["--port", "70000"], "70000"), (["--chip", "toaster"], "lis3mdl"),
      (["--chip", "lis3mdl@0x99"], "0x99"), (["--bus", "i2c-1"], "/dev/i2c-1"),
      (["--self-test"], "--list"), (["--json"], "--list"), (["extra"], "extra"),
      (["--list", "--allow-user", "no-such-user"], "no-such-user"),
    ])
    func `a wrong argument is refused with status 64 and named`(
      arguments: [String], part: String
    ) async throws {
      let run = try await Program.run("compass", ["bridge"] + arguments)
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.contains(part), "\(run.errors)")
      #expect(run.output.isEmpty)
    }

    @Test(.enabled(if: isBare, "this machine has an I²C bus"))
    func `without a bus the list ends with status 69 and says what to do`() async throws {
      let run = try await Program.run("compass", ["bridge", "--list"])
      #expect(run.status == 69)
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(run.errors.contains("dtparam=i2c_arm=on"), "\(run.errors)")
    }

    @Test(.enabled(if: isBare, "this machine has an I²C bus"))
    func `without a bus the bridge says what to do and waits for one`() async throws {
      let program = try Program("compass", ["bridge", "--port", "0"])
      defer { program.signal(SIGTERM) }
      _ = try await Program.wait("message") {
        program.errors.contains("listening on") ? true : nil
      }
      #expect(program.errors.contains("dtparam=i2c_arm=on"), "\(program.errors)")
      try program.signalChild(SIGTERM)
      #expect(try await program.end() == 0)
    }

    @Test func `a named bus that is missing is named, by the list and by the bridge`() async throws
    {
      let missing = ["--bus", "/dev/null", "--bus", "/dev/i2c-9999"]
      let run = try await Program.run("compass", ["bridge", "--list"] + missing)
      #expect(run.status == 69)
      #expect(run.errors.contains("/dev/i2c-9999 does not exist"), "\(run.errors)")
      let program = try Program("compass", ["bridge", "--port", "0", "--bus", "/dev/i2c-9999"])
      defer { program.signal(SIGTERM) }
      _ = try await Program.wait("message") {
        program.errors.contains("listening on") ? true : nil
      }
      #expect(program.errors.contains("/dev/i2c-9999 does not exist"), "\(program.errors)")
      #expect(!program.errors.contains("no I²C bus"), "\(program.errors)")
      try program.signalChild(SIGTERM)
      #expect(try await program.end() == 0)
    }

    @Test func `a bus that is none, and nobody on it, is said`() async throws {
      let run = try await Program.run("compass", ["bridge", "--list", "--bus", "/dev/null"])
      #expect(run.status == 69, "\(run.errors)")
      #expect(run.errors.contains("no chip of the catalogue answers"), "\(run.errors)")
    }

    /// Measurements of a WitMotion sensor: frames of acceleration, angular rate and field.
    private static let frames: [UInt8] = [0x51, 0x52, 0x54].flatMap { (type: UInt8) in
      let bytes: [UInt8] = [0x55, type, 1, 0, 2, 0, 3, 0, 4, 0]
      return bytes + [bytes.reduce(0, &+)]
    }

    private static func inode(_ path: String) -> UInt64? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
    }

    private static func bridge(_ line: PseudoTerminal, _ folder: TemporaryFolder) throws -> Program
    {
      try Program(
        "/usr/bin/env",
        [
          "RUNTIME_DIRECTORY=\(folder.url.path)", Program.path("compass"), "bridge", "--bus",
          line.path, "--chip", "witmotion", "--port", "0",
        ])
    }

    @Test func `a bus has one bridge at a time, whose address file is replaced with its devices`()
      async throws
    {
      let (line, folder, other) = (
        try PseudoTerminal(), try TemporaryFolder(), try TemporaryFolder()
      )
      let file = folder.url.path + "/uri"
      let program = try Self.bridge(line, folder)
      // Nobody answers in the first search.
      let first = try await Program.wait("address; \(program.errors)") { Self.inode(file) }
      #expect(!program.errors.contains("found"), "\(program.errors)")
      let content = try String(contentsOfFile: file, encoding: .utf8)
      let sensor = Task {
        while !Task.isCancelled {
          line.press(Self.frames)
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      defer { sensor.cancel() }
      _ = try await Program.wait("new file; \(program.errors)") {
        Self.inode(file).flatMap { $0 == first ? nil : $0 }
      }
      #expect(program.errors.contains("WitMotion at \(line.path) found"), "\(program.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == content)

      let list = try await Program.run(
        "compass", ["bridge", "--list", "--bus", line.path, "--chip", "witmotion"])
      #expect(list.status == 69 && list.output.isEmpty)
      #expect(list.errors.contains("\(line.path): another program uses the bus"), "\(list.errors)")
      #expect(list.errors.contains("systemctl stop headingd-bridge"), "\(list.errors)")
      #expect(list.errors.contains("/run/headingd-bridge/uri"), "\(list.errors)")

      let second = try Self.bridge(line, other)
      _ = try await Program.wait("message; \(second.errors)") {
        second.errors.contains("another program uses the bus") ? true : nil
      }
      try program.signalChild(SIGTERM)
      #expect(try await program.end() == 0)
      _ = try await Program.wait("the line; \(second.errors)") {
        second.errors.contains("WitMotion at \(line.path) found") ? true : nil
      }
      try second.signalChild(SIGTERM)
      #expect(try await second.end() == 0)
    }

    @Test func `a bridge listens, tells its address in its folder and ends in order`()
      async throws
    {
      let folder = try TemporaryFolder()
      let program = try Program(
        "/usr/bin/env",
        [
          "RUNTIME_DIRECTORY=\(folder.url.path)", Program.path("compass"), "bridge", "--bus",
          "/dev/null", "--port", "0",
        ])
      _ = try await Program.wait("address") {
        program.errors.contains("listening on ip:127.0.0.1:") ? true : nil
      }
      let uri = try String(contentsOf: folder.url.appendingPathComponent("uri"), encoding: .utf8)
      let port = try #require(Int(uri.dropFirst("ip:127.0.0.1:".count).dropLast()))
      let version = try await BlockingConnection.talk(toPort: port) { connection in
        try connection.send("VERSION\r\n")
        return try connection.line()
      }
      #expect(version == "0.24.v0.24  ")
      try program.signalChild(SIGTERM)
      #expect(try await program.end() == 0)
      #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/uri"))
    }
  }
}
