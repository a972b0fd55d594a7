import Foundation
import HeadingProtocol
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// What outside texts say reaches no terminal as an order.
  struct HostileTextTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a program; what it printed has the outside text, and nothing of it that a terminal obeys.
    private func expect(_ arguments: [String], says word: String = "owned") async throws {
      let run = try await Program.run("compass", arguments)
      let text = run.output + run.errors
      #expect(text.contains(word), "\(arguments): \(text)")
      for order in ["\u{1B}]", "\u{9B}", "\u{202E}", "\u{07}", "\r"] {
        #expect(!text.contains(order), "\(arguments)")
      }
    }

    @Test(arguments: [
      ["status"], ["web", "--print"], ["authorize", "list"], ["authorize", "deny", "/bin/sh"],
      ["calibrate", "accept"], ["calibrate", "rollback"],
    ])
    func `a daemon's answers`(arguments: [String]) async throws {
      let daemon = try HostileDaemon(in: folder.url.path)
      let isSilent = arguments == ["authorize", "deny", "/bin/sh"]
      try await expect(
        arguments + ["--socket", daemon.path], says: isSilent ? "denied the position" : "owned")
    }

    @Test(arguments: [["status", "--json"], ["authorize", "list", "--json"]])
    func `a daemon's answers as JSON, with equal content`(arguments: [String]) async throws {
      let daemon = try HostileDaemon(in: folder.url.path)
      let run = try await Program.run("compass", arguments + ["--socket", daemon.path])
      let text = run.output + run.errors
      for scalar in text.unicodeScalars where scalar != "\n" {
        #expect(!PlainText.isTerminalControl(scalar), "\(arguments): \(scalar.value)")
      }
      let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let said = object?["server"] ?? object?["programs"]
      #expect(said as? String == HostileDaemon.orders)
    }

    @Test func `every command is tested`() async throws {
      let help = try await Program.run("compass", ["--help"])
      let list = help.output.components(separatedBy: "SUBCOMMANDS:").last ?? ""
      let names = list.split(separator: "\n").compactMap { line in
        line.firstMatch(of: #/^  ([a-z]+)( \(default\))?  /#).map { String($0.1) }
      }
      // Text of others: daemons, devices, receivers, files' names. Tested above and below.
      let foreign: Set = [
        "show", "devices", "doctor", "why", "status", "calibrate", "profiles", "record", "replay",
        "authorize", "fleet", "web", "view", "plot",
      ]
      // Numbers, and what the user has just typed.
      let own: Set = [
        "audit", "bridge", "bundle", "simulate", "declination", "distance", "altitude",
        "completions",
        "config", "schema", "help",
      ]
      #expect(names.count > 15)
      for name in names { #expect(foreign.contains(name) || own.contains(name), "\(name)") }
    }

    @Test(arguments: [["profiles", "show", "--json"], ["profiles", "export"]])
    func `a profile's file on a terminal, and as it is in a pipe`(arguments: [String]) async throws
    {
      let profile =
        "{\"version\":1,\"sensor\":{\"name\":\"lis3mdl\"},\"hard_iron\":[1,0,0],"
        + "\"soft_iron\":[[1,0,0],[0,1,0],[0,0,1]],\"model\":\"owned\u{9B}31m\u{202E}\"}"
      let file = try folder.put("profiles/lis3mdl.json", profile)
      let all = arguments + [file]
      let pipe = try await Program.run("compass", all)
      #expect(pipe.output.contains("owned\u{9B}31m"), "\(pipe.errors)")
      let terminal = try PseudoTerminal()
      _ = try await Program("compass", all, terminal: terminal).end()
      try await Program.wait("the profile") {
        terminal.shown.contains("owned\\u009b31m\\u202e") ? () : nil
      }
      #expect(!terminal.shown.contains("\u{9B}") && !terminal.shown.contains("\u{202E}"))
    }

    @Test(arguments: [
      ["--once"], ["--json"], ["why"], ["status"], ["record", "/dev/null"], ["authorize", "list"],
    ])
    func `a daemon's refusal`(arguments: [String]) async throws {
      let daemon = try HostileDaemon(in: folder.url.path, refusing: true)
      try await expect(arguments + ["--socket", daemon.path])
    }

    @Test func `a device's names, and the XML of a context`() async throws {
      let orders = "owned&#x9b;31m&#x202e;"
      let xml = try folder.put(
        "context.xml",
        "<context name=\"\(orders)\" description=\"\(orders)\"><context-attribute name=\"a\" "
          + "value=\"\(orders)\"/><device id=\"iio:device0\" name=\"\(orders)\" label=\"\(orders)\">"
          + "<channel id=\"magn_x\" type=\"input\"><attribute name=\"\(orders)\"/></channel>"
          + "</device></context>")
      try await expect(["devices", "--uri", "xml:" + xml])
      try await expect(["devices", "--json", "--uri", "xml:" + xml])
      try await expect(["doctor", "--uri", "xml:" + xml], says: "gyroscope")
    }

    @Test func `names of profiles, of files and of programs`() async throws {
      try folder.put("profiles/a\u{9B}owned.json", "{}")
      try await expect(["profiles", "list", "--folder", folder.url.path + "/profiles"])
      for command in ["replay", "view", "plot"] {
        try await expect([command, folder.url.path + "/\u{1B}]0;owned\u{07}.csv"])
      }
      try await expect(["authorize", "deny", folder.url.path + "/\u{202E}owned"])
      try await expect(
        ["profiles", "import", "/dev/null", "--sensor", "../\u{9B}owned"], says: "compass:")
    }

    @Test func `a decision about a path that is no program is refused, another is reported`()
      async throws
    {
      for (path, reason) in [
        (folder.url.path + "/typo", "does not exist"), (folder.url.path, "is no file"),
        (try folder.put("text", "x"), "is no executable"),
      ] {
        for verb in ["allow", "deny"] {
          let run = try await Program.run("compass", ["authorize", verb, path])
          #expect(run.status == 66 && run.errors.contains(reason), "\(run.errors)")
          #expect(run.output.isEmpty)
        }
      }
    }

    @Test func `a profile goes into no other folder than its own`() async throws {
      let profile = SharedData.packageRoot.appendingPathComponent(
        "Fuzz/corpus/profiles/simulated-hat.json"
      ).path
      let store = folder.url.path + "/store/profiles"
      for name in ["..", "../escape", "", "a/b", ".hidden"] {
        let run = try await Program.run(
          "compass", ["profiles", "import", profile, "--sensor", name, "--folder", store])
        #expect(run.status == 64, "\(name): \(run.errors)")
      }
      #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/store"))
    }
  }
}
