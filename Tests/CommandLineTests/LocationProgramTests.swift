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
      let built = Program.path("Locator")
      if link(built, program) != 0 {
        try FileManager.default.copyItem(atPath: built, toPath: program)
      }
      try folder.put(
        "Info.plist",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
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
  }
}
