import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// The commands of the Raspberry Pi guide.
  struct GuideTests {
    /// Every `compass …` in a code block or between back quotes, as words.
    private static func commands() throws -> Set<[String]> {
      let docs = SharedData.packageRoot.appendingPathComponent("docs")
      let boards = try FileManager.default.contentsOfDirectory(
        at: docs.appendingPathComponent("boards"), includingPropertiesForKeys: nil)
      var commands: Set<[String]> = []
      for file in [docs.appendingPathComponent("raspberry-pi.md")] + boards {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(
          of: #/(?:^ *|`)(?:sudo )?compass ([a-z][^`\n#&]*)/#.anchorsMatchLineEndings())
        {
          commands.insert(match.1.split(separator: " ").map(String.init))
        }
      }
      return commands
    }

    @Test func `every command and option of the guide exists`() async throws {
      let commands = try Self.commands()
      #expect(commands.count > 8)
      let all = try await Program.run("compass", ["--help"])
      for command in commands {
        // A build without the bridge has no command for it.
        if command[0] == "bridge", !all.output.contains("\n  bridge ") { continue }
        // A default subcommand has its options in its own help.
        let names =
          command[0] == "calibrate" && (command.count < 2 || command[1].hasPrefix("-"))
          ? ["calibrate", "magnetometer"]
          : Array(command.prefix { !$0.hasPrefix("-") }.prefix(2))
        let help = try await Program.run("compass", names + ["--help"])
        #expect(help.status == 0, "compass \(command.joined(separator: " "))")
        #expect(help.output.contains("USAGE: compass \(names.joined(separator: " "))"), "\(names)")
        for option in command where option.hasPrefix("--") {
          #expect(help.output.contains(option), "compass \(command.joined(separator: " "))")
        }
      }
    }
  }
}
