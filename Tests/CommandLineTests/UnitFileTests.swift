import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// The shipped systemd files, judged by systemd's own tools.
  @Suite(
    .enabled(if: ToolRun.isInstalled("systemd-analyze"), "systemd is not installed"))
  final class UnitFileTests {
    private let folder: String

    init() throws {
      folder = FileManager.default.temporaryDirectory.path + "/unit-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      // The units as installed, with the program where it was built.
      let units = [
        "headingd.service": "headingd", "headingd.socket": "headingd",
        "headingd-bridge.service": "compass",
      ]
      for (name, program) in units {
        let text = try String(contentsOf: Self.file(name), encoding: .utf8)
        #expect(name.hasSuffix("socket") || text.contains("ExecStart=/usr/bin/\(program) "))
        try text.replacingOccurrences(of: "/usr/bin/\(program)", with: Program.path(program))
          .write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func file(_ name: String) -> URL {
      SharedData.packageRoot.appendingPathComponent("packaging/systemd/" + name)
    }

    @Test(arguments: ["headingd.service", "headingd.socket", "headingd-bridge.service"])
    func `systemd reports no problem with a unit`(name: String) async throws {
      let run = try await Program.run(
        "/usr/bin/systemd-analyze", ["verify", "--man=no", folder + "/" + name])
      #expect(run.status == 0)
      #expect(!run.errors.contains("headingd"), "\(run.errors)")
    }

    @Test func `the template of programs is installed for a user, and runs as that user alone`()
      async throws
    {
      let text = try String(contentsOf: Self.file("headingd-program@.service"), encoding: .utf8)
      let path = folder + "/headingd-program-1000@.service"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let run = try await Program.run("/usr/bin/systemd-analyze", ["verify", "--man=no", path])
      #expect(run.status == 0 && !run.errors.contains("headingd"), "\(run.errors)")
      #expect(text.contains("\nUser=%j\n"))
      let rule = try String(contentsOf: Self.file("headingd-programs.rules"), encoding: .utf8)
      #expect(rule.contains("\"start\"") && rule.contains("^headingd-program-[1-9][0-9]*@"))
    }

    /// Installs a drop-in of the service.
    private func add(_ dropIn: String) throws {
      let dropIns = folder + "/headingd.service.d"
      try FileManager.default.createDirectory(atPath: dropIns, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: Self.file("headingd-\(dropIn).conf").path, toPath: dropIns + "/\(dropIn).conf")
    }

    @Test(arguments: [("", 14), ("programs", 18), ("serial", 14)])
    func `the exposure is at most 1.4, also with serial lines, with the programs' drop-in 1.8`(
      dropIn: String, most: Int
    ) async throws {
      let path = folder + "/headingd.service"
      if !dropIn.isEmpty { try add(dropIn) }
      let run = try await Program.run(
        "/usr/bin/systemd-analyze",
        ["security", "--offline=true", "--no-pager", "--threshold=\(most)", path])
      #expect(run.status == 0)
      #expect(run.output.contains("Overall exposure level for headingd.service: "))
    }

    @Test func `the drop-in of serial lines allows the ports, their group, and nothing else`()
      async throws
    {
      try add("serial")
      let run = try await Program.run(
        "/usr/bin/systemd-analyze", ["verify", "--man=no", folder + "/headingd.service"])
      #expect(run.status == 0 && !run.errors.contains("headingd"), "\(run.errors)")
      let text = try String(contentsOf: Self.file("headingd-serial.conf"), encoding: .utf8)
      let settings = text.split(separator: "\n").filter { !$0.hasPrefix("#") && $0.contains("=") }
      #expect(
        settings.filter { !$0.hasPrefix("Wants=") && !$0.hasPrefix("After=") } == [
          "DeviceAllow=char-ttyACM rw", "DeviceAllow=char-ttyUSB rw", "DeviceAllow=char-ttyAMA rw",
          "DeviceAllow=char-ttyS rw", "SupplementaryGroups=dialout",
        ])
      // Devices are resolved at the start of the unit: their drivers have to be there.
      for module in ["cdc_acm", "usbserial"] {
        for word in ["Wants", "After"] {
          #expect(
            settings.contains { $0.hasPrefix(word) && $0.contains("modprobe@\(module).service") })
        }
      }
    }

    @Test func `the daemon's state is private, and its memory is limited`() throws {
      let unit = try String(contentsOf: Self.file("headingd.service"), encoding: .utf8)
      for line in [
        "Group=headingd", "SupplementaryGroups=iio", "UMask=0077", "StateDirectoryMode=0700",
        "MemoryMax=512M", "TasksMax=512", "LimitNOFILE=4096", "IPAddressDeny=any",
        "IPAddressAllow=localhost",
      ] {
        #expect(unit.contains("\n\(line)\n"))
      }
    }

    @Test(
      .enabled(if: ToolRun.isInstalled("systemd-sysusers"), "systemd-sysusers is not installed"))
    func `user, group and folder are created as declared`() async throws {
      let root = folder + "/root"
      for name in ["etc", "run"] {
        try FileManager.default.createDirectory(
          atPath: root + "/" + name, withIntermediateDirectories: true)
      }
      let users = try await Program.run(
        "/usr/bin/systemd-sysusers",
        ["--root=" + root, Self.file("headingd.sysusers").path])
      #expect(users.status == 0, "\(users.errors)")
      let groups = try String(contentsOfFile: root + "/etc/group", encoding: .utf8)
      #expect(groups.contains("iio:x:") && groups.contains(":headingd\n"))
      let passwords = try String(contentsOfFile: root + "/etc/passwd", encoding: .utf8)
      #expect(passwords.contains("headingd:x:"))
      #expect(passwords.contains("nologin"))
    }
  }
}
