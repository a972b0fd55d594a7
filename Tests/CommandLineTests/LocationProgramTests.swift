import Foundation
import Glibc
import HeadingAuthorization
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// A program of Core Location as its user starts it, beside a daemon started by hand.
  final class LocationProgramTests {
    private let folder: TemporaryFolder
    private var socket: String { folder.url.path + "/s" }
    private var program: String { folder.url.path + "/Locator" }

    /// Puts the program and its `Info.plist` into a folder of their own.
    init() throws {
      folder = try TemporaryFolder()
      let built = Program.testPath("Locator")
      if link(built, program) != 0 {
        try FileManager.default.copyItem(atPath: built, toPath: program)
      }
      try folder.put(
        "Info.plist",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>NSLocationWhenInUseUsageDescription</key><string>It is a test.</string>
        <key>NSLocationTemporaryUsageDescriptionDictionary</key>
        <dict><key>test</key><string>It is a test.</string></dict>
        </dict></plist>
        """)
    }

    private func environment(_ words: [String]) -> [String] {
      ["XDG_STATE_HOME=\(folder.url.path)/state", "HEADINGD_SOCKET=\(socket)"] + words
    }

    private func startDaemon() async throws -> Program {
      let daemon = try Program(
        "/usr/bin/env",
        ["-u", "STATE_DIRECTORY"]
          + environment([Program.path("headingd"), "--simulate", "--socket", socket]))
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      return daemon
    }

    private func authorize(_ words: String...) async throws -> String {
      let run = try await Program.run("compass", ["authorize"] + words + ["--socket", socket])
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }

    @Test func `decisions outlive a daemon that was started by hand`() async throws {
      let daemon = try await startDaemon()
      _ = try await authorize("allow", program)
      try await daemon.stop()
      let next = try await startDaemon()
      #expect(try await authorize("list").contains("\(program)\tuser \(getuid())\twhen_in_use"))
      try await next.stop()
    }

    @Test func `every request for full accuracy is asked on the program's own terminal`()
      async throws
    {
      let daemon = try await startDaemon()
      _ = try await authorize("allow", program, "--reduced")
      let terminal = try PseudoTerminal(columns: 200)
      let asking = try Program(
        "/usr/bin/env", environment([program, "accuracy", "20"]), terminal: terminal)
      let question = "would like to know exactly where you are"
      for number in 1...20 {
        try await Program.wait("question \(number); \(terminal.shown)") {
          terminal.shown.ranges(of: question).count >= number ? () : nil
        }
        for key in "n\n".utf8 { terminal.press(key) }
      }
      try await Program.wait("the end; \(terminal.shown)") {
        terminal.shown.ranges(of: "asked").count >= 20 ? () : nil
      }
      #expect(terminal.shown.ranges(of: "asked").count == 20)
      #expect(!terminal.shown.contains("declined"))
      #expect(terminal.shown.ranges(of: question).count == 20)
      asking.signal(SIGTERM)
      try await daemon.stop()
    }

    @Test func `the program's signals are its own, and the daemon's death does not end it`()
      async throws
    {
      let daemon = try await startDaemon()
      _ = try await authorize("allow", program)
      let running = try Program("/usr/bin/env", environment([program, "signals"]))
      for what in ["place", "heading"] {
        _ = try await Program.wait("\(what); \(running.errors)") {
          running.output.contains(what) ? () : nil
        }
      }
      try daemon.signalChild(SIGKILL)
      _ = try await daemon.end()
      let seen = running.output.count
      let next = try await startDaemon()
      _ = try await Program.wait("a heading of the next daemon; \(running.errors)") {
        running.output.dropFirst(seen).contains("heading") ? () : nil
      }
      #expect(!running.output.contains("changed"))
      running.signal(SIGTERM)
      try await next.stop()
    }

    @Test func `the program's signals are its own through TLS too`() async throws {
      let files = try TestCertificates()
      let port = try LoopbackSocket.freePort(SOCK_STREAM)
      try files.put(
        "headingd.yaml",
        """
        listen:
          socket: \(socket)
          tcp:
            {address: "::1", port: \(port), certificate: \(files.path("server.pem")),
            key: \(files.path("server.key")), token_file: \(files.path("token"))}
        """)
      let start = {
        try Program(
          "headingd", ["--simulate", "--gpsd", "none", "--config", files.path("headingd.yaml")])
      }
      let daemon = try start()
      let running = try Program(
        program, ["remote", "\(port)", files.path("server.pem"), files.path("token")])
      let expect = { (what: String, seen: Int) in
        _ = try await Program.wait("\(what); \(running.output.suffix(80)) \(running.errors)") {
          running.output.dropFirst(seen).contains(what) ? () : nil
        }
      }
      try await expect("update", 0)
      try daemon.signalChild(SIGKILL)
      _ = try await daemon.end()
      try await expect("lost", running.output.count)
      let seen = running.output.count
      let next = try start()
      try await expect("update", seen)
      #expect(running.output.contains("default") && !running.output.contains("changed"))
      running.signal(SIGTERM)
      try await next.stop()
    }

    /// The command that a text advises last, between backticks.
    private static func advice(_ text: String) -> String? {
      text.split(separator: "`").last { $0.hasPrefix("compass authorize allow") }.map { "\($0)" }
    }

    @Test(arguments: [true, false])
    func `the command that is advised when nobody can be asked gives what was requested`(
      isSimulated: Bool
    ) async throws {
      let daemon = try await startDaemon()
      var own = environment(["XDG_CONFIG_HOME=\(folder.url.path)/config"])
      if isSimulated { own.append("CORELOCATION_SIMULATE=51.5,0,60") }
      // A session without a terminal.
      let start = { [own, program] in
        try Program("/usr/bin/env", own + ["setsid", "--wait", program, "request"])
      }
      let first = try start()
      let command = try await Program.wait("advice; \(first.errors)") { Self.advice(first.errors) }
      #expect(command.contains("--user-file") == isSimulated, "\(command)")
      #expect(!first.output.contains("place"))
      first.signal(SIGTERM)
      let path = "PATH=\(Program.folder):/usr/bin:/bin"
      let run = try await Program.run("/usr/bin/env", own + [path, "/bin/sh", "-c", command])
      #expect(run.status == 0, "\(command): \(run.errors)")
      let second = try start()
      try await Program.wait("place; \(second.errors)") {
        second.output.contains("place") ? () : nil
      }
      #expect(Self.advice(second.errors) == nil)
      second.signal(SIGTERM)
      try await daemon.stop()
    }
  }
}
