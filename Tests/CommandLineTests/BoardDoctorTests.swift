import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass doctor` on the files of a Raspberry Pi whose I²C bus is off.
  struct BoardDoctorTests {
    private static let config = "# mine\n#dtparam=i2c_arm=on\n[pi4]\narm_boost=1\n"
    private static let tree = "sys/firmware/devicetree/base"

    private let pi: TemporaryFolder
    private var root: String { pi.url.path }

    init() throws {
      pi = try TemporaryFolder()
      try pi.put("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
      try pi.put("proc/sys/kernel/osrelease", "6.6.51+rpt-rpi-v8\n")
      try pi.put("lib/modules/6.6.51+rpt-rpi-v8/modules.dep", "kernel/i2c-dev.ko.xz:\n")
      try pi.put("\(Self.tree)/__symbols__/i2c_arm", "/soc/i2c@7e804000\0")
      try pi.put("\(Self.tree)/soc/i2c@7e804000/status", "disabled\0")
      try pi.put("boot/firmware/config.txt", Self.config)
    }

    private func file() throws -> String {
      try String(
        contentsOf: pi.url.appendingPathComponent("boot/firmware/config.txt"), encoding: .utf8)
    }

    @Test func `the line is told, also as JSON, with status 69`() async throws {
      let text = try await Program.run("compass", ["doctor", "--root", root])
      #expect(text.status == 69)
      #expect(text.output.contains("\n        dtparam=i2c_arm=on\n"))
      let json = try await Program.run("compass", ["doctor", "--root", root, "--json"])
      #expect(json.status == 69)
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      let findings = try #require((object as? [String: Any])?["findings"] as? [[String: Any]])
      #expect(findings.contains { $0["config_txt"] as? [String] == ["dtparam=i2c_arm=on"] })
    }

    @Test func `fix writes nothing without a terminal, and with yes exactly the line`() async throws
    {
      let asked = try await Program.run("compass", ["doctor", "--root", root, "--fix"])
      #expect(asked.status == 1 && asked.errors.contains("untouched"))
      #expect(try file() == Self.config)
      let written = try await Program.run("compass", ["doctor", "--root", root, "--fix", "--yes"])
      #expect(written.status == 0 && written.output.contains("sudo reboot"))
      let expected = Self.config.replacing("#dtparam", with: "dtparam")
      #expect(try file() == expected)
      let again = try await Program.run("compass", ["doctor", "--root", root, "--fix", "--yes"])
      #expect(again.status == 0 && again.output.contains("config.txt needs no change"))
      #expect(try file() == expected)
      let names = try FileManager.default.contentsOfDirectory(atPath: root + "/boot/firmware")
      let copy = try #require(names.first { $0 != "config.txt" })
      #expect(names.count == 2)
      #expect(
        try String(contentsOfFile: "\(root)/boot/firmware/\(copy)", encoding: .utf8) == Self.config)
    }

    @Test(arguments: ["y", "n"])
    func `fix asks on a terminal`(answer: String) async throws {
      let terminal = try PseudoTerminal()
      let command = "\"\(Program.path("compass"))\" doctor --root \"\(root)\" --fix 2>/dev/tty"
      let program = try Program("/bin/bash", ["-c", command], terminal: terminal)
      defer { program.signal(SIGTERM) }
      try await Program.wait("the question; \(terminal.shown)") {
        terminal.shown.contains("[y/N]") ? () : nil
      }
      for key in (answer + "\n").utf8 { terminal.press(key) }
      #expect(try await program.end() == (answer == "y" ? 0 : 1))
      #expect(try (file() != Self.config) == (answer == "y"))
    }
  }
}
