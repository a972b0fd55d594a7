import Foundation
import HeadingOutputs
import HeadingProtocol
import HeadingSensing
import HeadingTesting
import IndustrialIO
import Testing

@testable import HeadingTerminal

/// The doctor on machines that are folders.
final class DoctorTests {
  private let machine: TemporaryFolder
  private var root: URL { machine.url }

  init() throws { machine = try TemporaryFolder() }

  private func put(_ path: String, _ text: String = "") throws {
    try machine.put(path, text)
  }

  private func findings(uri: String = "local:") -> [Finding] {
    Doctor(machine: Machine(root: root), configuration: IIOConfiguration(uri: uri))
      .examineMachine()
  }

  @Test func `a machine without devices is advised to load a driver`() throws {
    let finding = try #require(findings().first { $0.subject == "IIO devices" })
    #expect(finding.state == .bad)
    #expect(finding.remedy.contains("compass doctor --chips"))
    #expect(!findings().contains { $0.subject == "I²C buses" })
  }

  @Test func `devices are named`() throws {
    try put("sys/bus/iio/devices/iio:device0/name", "lis3mdl\n")
    try put("sys/bus/iio/devices/iio:device1/name", "lsm6dso\n")
    try put("sys/bus/iio/devices/trigger0/name", "t\n")
    let finding = try #require(findings().first { $0.subject == "IIO devices" })
    #expect(finding.state == .good)
    #expect(finding.observation == "lis3mdl, lsm6dso")
  }

  @Test func `a program that has the bus open is named`() throws {
    try put("dev/i2c-1")
    try put("proc/812/comm", "python3\n")
    try put("proc/cpuinfo", "x")
    let folder = root.appendingPathComponent("proc/812/fd")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("4").path, withDestinationPath: "/dev/i2c-1")
    let finding = try #require(findings().first { $0.subject == "user-space drivers" })
    #expect(finding.observation.contains("python3 on i2c-1"))
    #expect(finding.remedy.contains("stop that program"))
  }

  @Test func `a context that cannot be opened is one finding with a remedy`() throws {
    let found = findings(uri: "xml:\(root.path)/missing.xml")
    #expect(found.map(\.subject) == ["IIO context"])
    #expect(found.first?.state == .bad)
    #expect(found.first?.remedy.isEmpty == false)
  }

  @Test func `a device node without permission is distinguished from one with permission`()
    async throws
  {
    for node in ["iio:device0", "iio:device1"] { try put("dev/\(node)") }
    for (path, permissions) in [("", 0o755), ("dev/iio:device0", 0), ("dev/iio:device1", 0o666)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: root.appendingPathComponent(path).path)
    }
    // In a process of its own, which gives up root's right to open everything.
    await #expect(processExitsWith: .success) { [path = root.path as String] in
      if getuid() == 0 { #expect(setuid(65534) == 0) }
      let machine = Machine(root: URL(fileURLWithPath: path))
      #expect(machine.exists("/dev/iio:device0"))
      #expect(!machine.isAccessible("/dev/iio:device0"))
      #expect(machine.isAccessible("/dev/iio:device1"))
    }
  }

  @Test func `the update of a short run becomes findings`() {
    let doctor = Doctor(machine: Machine(root: root), configuration: IIOConfiguration(uri: "ip:x"))
    let silent = doctor.examine(nil)
    #expect(silent.count == 1 && silent.first?.state == .bad)
    let fine = doctor.examine(fullMessage())
    #expect(fine.allSatisfy { $0.state == .good })
    #expect(fine.contains { $0.subject == "heading" && $0.observation.contains("123.4") })
    let poor = doctor.examine(fullMessage(reasons: [.uncalibrated, .fieldImplausible]))
    #expect(poor.contains { $0.subject == "not calibrated" && $0.state == .fair })
    #expect(poor.contains { $0.subject == "field is not the Earth's" && $0.state == .bad })
    var strong = fullMessage()
    strong.fieldStrength = 300
    strong.magneticHeading = nil
    let bad = doctor.examine(strong)
    #expect(bad.contains { $0.subject == "field" && $0.state == .bad && !$0.remedy.isEmpty })
    #expect(bad.contains { $0.subject == "heading" && $0.state == .bad })
  }

  @Test func `a finding is a marked line with its remedy below`() {
    let style = TerminalStyle(usesColor: false, usesUnicode: true)
    #expect(Finding(.good, "a", "b").text(style: style) == "ok    a: b")
    #expect(
      Finding(.bad, "a", "b", remedy: "do c").text(style: style) == "FAIL  a: b\n        do c")
    let colored = Finding(.fair, "a", "b").text(
      style: TerminalStyle(usesColor: true, usesUnicode: true))
    #expect(colored.contains("\u{1B}[33mwarn\u{1B}[0m"))
  }

  @Test func `the list of chips names drivers, this kernel and overlays, in 80 columns`() throws {
    try put("proc/sys/kernel/osrelease", "6.1.0-test\n")
    try put("lib/modules/6.1.0-test/modules.dep", "kernel/drivers/iio/st_magn_i2c.ko:\n")
    try put("lib/modules/6.1.0-test/modules.alias", "alias i2c:lis3mdl st_magn_i2c\n")
    let list = ChipList(on: Machine(root: root))
    let text = list.text(columns: 80)
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(text.contains("st_magn_i2c (st,lis3mdl-magn), in Linux 6.1.0-test"))
    #expect(text.contains("st_lsm6dsx_i2c (st,lsm9ds1-imu), not in Linux 6.1.0-test"))
    #expect(text.contains("dtoverlay=i2c-sensor,bno055 (0x29)"))
    let object = try JSONSerialization.jsonObject(with: list.json()) as? [String: Any]
    let chips = try #require(object?["chips"] as? [[String: Any]])
    let lis3mdl = try #require(chips.first { $0["name"] as? String == "LIS3MDL" })
    #expect(lis3mdl["this_kernel"] as? Bool == true && lis3mdl["bridge"] as? Bool == true)
    #expect(lis3mdl["raspberry_pi_os"] as? Bool == false)
    // 7-bit addresses that are not reserved: 0x08 to 0x77.
    #expect(KnownChip.all.allSatisfy { $0.addresses.allSatisfy { (0x08...0x77).contains($0) } })
    // A chip is in the table under one name only.
    let models = KnownChip.all.flatMap(\.models)
    #expect(Set(models).count == models.count)
  }

  private static let unit = "[Service]\nIPAddressDeny=any\nIPAddressAllow=localhost\n"

  /// What the doctor says of the network, of a unit, a drop-in and a configuration.
  private func network(_ unit: String?, _ dropIn: String?, _ yaml: String) throws -> [Finding] {
    if let unit { try put("usr/lib/systemd/system/headingd.service", unit) }
    if let dropIn { try put("etc/systemd/system/headingd.service.d/network.conf", dropIn) }
    try put("etc/headingd/headingd.yaml", yaml)
    return Doctor(machine: Machine(root: root), configuration: IIOConfiguration(uri: "local:"))
      .examineNetwork(outputs: OutputKinds.all) {
        $0 == "hat.local" ? ["192.0.2.7", "fd00::7"] : $0 == "gone" ? [] : [$0]
      }
  }

  @Test(arguments: [
    ("", nil, Finding.State.good, "it reaches"),
    ("sensors: {uri: 'ip:hat.local'}", nil, .bad, "sensors.uri (hat.local, 192.0.2.7, fd00::7)"),
    ("sensors: {uri: 'ip:hat.local'}", "192.0.2.7", .bad, "sensors.uri (hat.local, fd00::7)"),
    ("sensors: {uri: 'ip:hat.local'}", "192.0.2.0/24 fd00::/8", .good, "it reaches"),
    ("sensors: {uri: 'ip:hat.local'}", "192.0.2.128/25 fd00::7", .bad, "192.0.2.7"),
    ("sensors: {uri: 'ip:hat.local'}", "any", .good, "it reaches"),
    ("sensors: {gpsd: 'gone'}", nil, .bad, "sensors.gpsd (gone has no address now)"),
    ("metrics: {port: 1, address: 0.0.0.0}", nil, .bad, "metrics.address (all clients)"),
    ("metrics: {port: 1, address: 0.0.0.0}", "any", .good, "it reaches"),
    ("", "192.0.2.9", .fair, "it may reach 192.0.2.9, which"),
    ("", "any", .fair, "it may reach any, which"),
    ("sensors: {urii: 1}", nil, .bad, "urii"),
  ])
  func `missing and excess permissions of a unit's network are reported`(
    yaml: String, allowed: String?, state: Finding.State, word: String
  ) throws {
    let dropIn = allowed.map { "# made\n[Service]\nIPAddressAllow=\($0)\n" }
    let found = try network(Self.unit, dropIn, yaml)
    #expect(found.map(\.state) == [state])
    #expect(found[0].observation.contains(word), "\(found)")
    #expect(found[0].remedy.isEmpty == (state == .good))
  }

  @Test func `a unit that denies nothing reaches everything, and an empty line resets the list`()
    throws
  {
    let yaml = "sensors: {uri: 'ip:hat.local'}"
    #expect(try network(nil, nil, yaml).isEmpty)
    #expect(try network("[Service]\n", nil, yaml).map(\.state) == [.good])
    #expect(try network(Self.unit, "IPAddressDeny=\n", yaml).map(\.state) == [.good])
    #expect(
      try network(Self.unit, "IPAddressAllow=any\nIPAddressAllow=\n", yaml).map(\.state) == [.bad])
  }
}
