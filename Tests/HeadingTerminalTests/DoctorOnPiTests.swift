import Foundation
import HeadingChips
import HeadingTesting
import Testing

@testable import HeadingTerminal

/// The doctor on Raspberry Pis that are folders.
struct DoctorOnPiTests {
  private static let lsm9ds1 = [
    ChipModel("LSM9DS1 magnetometer", addresses: [0x1C, 0x1E], identities: [.init(0x0F, 0x3D)]),
    ChipModel("LSM9DS1", addresses: [0x6A, 0x6B], identities: [.init(0x0F, 0x68)]),
  ]
  private static let lis3mdl =
    [ChipModel("LIS3MDL", addresses: [0x1C, 0x1E], identities: [.init(0x0F, 0x3D)])] + lsm9ds1

  /// Checks what holds for the findings of every machine.
  private func check(_ findings: [Finding], _ pi: FakePi) {
    var style = TerminalStyle(usesColor: false, usesUnicode: true)
    style.columns = 80
    for finding in findings {
      let text = finding.text(style: style)
      for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      // A command must not be broken between words.
      for line in finding.remedy.split(separator: "\n")
      where ["sudo", "echo", "dtoverlay"].contains(where: line.hasPrefix) {
        #expect(line.count <= 72, "\(line)")
      }
      // Never a module that this kernel does not have.
      for line in finding.remedy.split(separator: "\n") where line.contains("modprobe") {
        let words = line.split(separator: " ").drop { $0 != "modprobe" }.dropFirst()
          .prefix { $0 != ";" && $0 != "&&" }.filter { !$0.hasPrefix("-") }
        for word in words {
          #expect(pi.modules.contains(String(word).replacing("-", with: "_")), "\(line)")
        }
        if words.count > 1 { #expect(line.contains("modprobe -a "), "\(line)") }
      }
    }
  }

  private func finding(
    _ subject: String, _ pi: FakePi, models: [ChipModel] = [], includesAll: Bool = false
  ) throws -> Finding {
    let findings = pi.findings(models: models, includesAll: includesAll)
    check(findings, pi)
    return try #require(findings.first { $0.subject == subject }, "\(findings)")
  }

  @Test(arguments: [
    ("", "add to /boot/firmware/config.txt"), ("#dtparam=i2c_arm=on\n", "remove the #"),
    ("dtparam=i2c_arm=off\n", "correct its line"),
    ("dtparam=i2c_arm=on\n", "config.txt has dtparam=i2c_arm=on: reboot"),
    ("[pi5]\ndtparam=i2c_arm=on\n", "add to"), ("[pi4]\ndtparam=i2c=on\n", "reboot"),
  ])
  func `a bus that is off needs its line or a reboot`(config: String, words: String) throws {
    let pi = try FakePi(
      "Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm, config: config, isEnabled: false)
    let bus = try finding("I²C bus", pi)
    #expect(bus.state == .bad)
    #expect(bus.remedy.contains(words), "\(bus.remedy)")
    #expect(bus.remedy.contains("dtparam=i2c_arm=on"))
    #expect(bus.settings == (words.contains("reboot") ? [] : [.parameter("i2c_arm", "on")]))
  }

  @Test(arguments: [
    (
      "Raspberry Pi 5 Model B Rev 1.0", FakePi.trixie, UInt8(0x68), UInt8(0x75), UInt8(0x71),
      "MPU-9250, MPU-9255 with AK8963", "dtoverlay=i2c-sensor,mpu9250"
    ),
    (
      "Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm, 0x69, 0x75, 0x71,
      "MPU-9250, MPU-9255 with AK8963",
      "dtoverlay=i2c-sensor,mpu9250,addr=0x69"
    ),
    (
      "Raspberry Pi Zero 2 W Rev 1.0", FakePi.bookworm, 0x28, 0x00, 0xA0, "BNO055",
      "dtoverlay=i2c-sensor,bno055,addr=0x28"
    ),
    (
      "Raspberry Pi Zero 2 W Rev 1.0", FakePi.bookworm, 0x29, 0x00, 0xA0, "BNO055",
      "dtoverlay=i2c-sensor,bno055"
    ),
    (
      "Raspberry Pi 3 Model B Plus Rev 1.3", FakePi.bookworm, 0x77, 0xD0, 0x58, "BMP280",
      "dtoverlay=i2c-sensor,bmp280,addr=0x77"
    ),
  ])
  func `a chip whose driver the kernel has gets the exact line`(
    model: String, kernel: FakePi.Kernel, address: UInt8, register: UInt8, value: UInt8,
    subject: String, line: String
  ) throws {
    let pi = try FakePi(model, kernel)
    pi.attach(address, [register: value])
    let found = try finding(subject, pi)
    #expect(found.state == .bad && found.settings.map(\.line) == [line])
    #expect(found.remedy.split(separator: "\n").contains(Substring(line)))
    #expect(found.observation.contains("answers at \(BootSetting.text(address))"))
    #expect(found.remedy.contains("INT to pin 7") == subject.hasPrefix("MPU"))
  }

  @Test func `a Sense HAT on Raspberry Pi OS gets the bridge, and never a modprobe`() throws {
    let pi = try FakePi("Raspberry Pi 3 Model B Rev 1.2", FakePi.bookworm)
    try pi.put("proc/device-tree/hat/product", "Sense HAT\0")
    try pi.declare("lsm9ds1-magn", "st,lsm9ds1-magn", at: 0x1C)
    try pi.declare("lsm9ds1-accel", "st,lsm9ds1-accel", at: 0x6A)
    pi.attach(0x1C, [0x0F: 0x3D])
    pi.attach(0x6A, [0x0F: 0x68])
    let findings = pi.findings(models: Self.lsm9ds1)
    check(findings, pi)
    #expect(!findings.contains { $0.remedy.contains("modprobe") || !$0.settings.isEmpty })
    let magnetometer = try finding("LSM9DS1 magnetometer (Sense HAT)", pi, models: Self.lsm9ds1)
    #expect(magnetometer.observation.contains("no driver (st_magn_i2c)"))
    #expect(findings.count { $0.subject.hasPrefix("LSM9DS1") } == 2)
  }

  @Test func `a chip of the bridge's catalogue gets the bridge's unit`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm)
    pi.attach(0x1C, [0x0F: 0x3D])
    let before = try finding("LIS3MDL", pi, models: Self.lis3mdl)
    #expect(before.remedy.contains("sudo apt install ./headingd_*.deb"))
    try pi.put("usr/lib/systemd/system/headingd-bridge.service", "[Service]\n")
    let installed = try finding("LIS3MDL", pi, models: Self.lis3mdl)
    #expect(installed.remedy.contains("sudo systemctl enable --now headingd-bridge.service"))
    #expect(!installed.remedy.contains("apt"))
    try pi.put("run/headingd-bridge/uri", "ip:127.0.0.1:30432\n")
    let findings = pi.findings(models: Self.lis3mdl)
    #expect(findings.contains { $0.subject == "bridge" && $0.observation.contains("30432") })
    // Its chips are left alone while it runs.
    #expect(pi.readAddresses.isEmpty)
    #expect(findings.first { $0.subject == "IIO devices" }?.state == .good)
  }

  @Test func `a bus that another program has is not probed, and that is said`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm)
    pi.attach(0x1C, [0x0F: 0x3D])
    pi.isBusInUse = true
    let found = try finding("probing", pi, models: Self.lis3mdl)
    #expect(found.state == .fair && found.observation.contains("another program uses /dev/i2c-1"))
    #expect(pi.readAddresses.isEmpty)
    #expect(!pi.findings(models: Self.lis3mdl).contains { $0.subject == "chips" })
  }

  @Test func `a Debian kernel without overlays gets the kernel's own way`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", .debian)
    pi.attach(0x1E, [0x0F: 0x3D])
    let found = try finding("LIS3MDL", pi, models: Self.lis3mdl)
    #expect(found.remedy.contains("sudo modprobe st_magn_i2c"))
    #expect(
      found.remedy.contains(
        "echo lis3mdl 0x1e |\nsudo tee /sys/bus/i2c/devices/i2c-1/new_device"))
    #expect(!found.remedy.contains("dtoverlay") && found.settings.isEmpty)
    // Raspberry Pi's overlay names the accelerometer as no driver does.
    try pi.declare("lsm9ds1-accel", "st,lsm9ds1-accel", at: 0x6A)
    let name = try finding("LSM9DS1 accelerometer and gyroscope", pi)
    #expect(name.remedy.contains("echo lsm9ds1-imu 0x6a"))
  }

  @Test func `a driver that holds its chip is good with IIO devices, bad without`() throws {
    let pi = try FakePi("Raspberry Pi 5 Model B Rev 1.0", FakePi.trixie)
    try pi.declare(
      "mpu9250", "invensense,mpu9250", at: 0x68, driver: true, inputs: ["iio:device0"])
    try pi.declare("bmp280", "bosch,bmp280", at: 0x76, driver: true)
    pi.attach(0x68, [0x75: 0x71])
    let bound = try finding("MPU-9250, MPU-9255 with AK8963", pi)
    #expect(bound.state == .good && bound.observation.contains("iio:device0"))
    let empty = try finding("BMP280", pi)
    #expect(empty.state == .bad && empty.remedy.contains("dmesg"))
    #expect(pi.readAddresses.isDisjoint(with: [0x68, 0x76]))
  }

  @Test func `a chip of the device tree that no driver has yet is told by its cause`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm)
    try pi.declare("bno055", "bosch,bno055", at: 0x29)
    #expect(try finding("BNO055", pi).remedy == "sudo modprobe bno055_i2c")
    try pi.put("sys/module/bno055_i2c/refcnt", "0\n")
    #expect(try finding("BNO055", pi).observation.contains("found none at 0x29"))
    // The overlay's own address is not that of most boards.
    try pi.put("boot/firmware/config.txt", "dtoverlay=i2c-sensor,bno055\n")
    pi.attach(0x28, [0x00: 0xA0])
    let wrong = try finding("BNO055", pi)
    #expect(wrong.observation.contains("answers at 0x28, but the device tree says 0x29"))
    #expect(wrong.remedy.contains("correct its line"))
    #expect(wrong.settings.map(\.line) == ["dtoverlay=i2c-sensor,bno055,addr=0x28"])
    #expect(pi.findings().count { $0.subject == "BNO055" } == 1)
  }

  @Test func `a line in a comment, and one that waits for a reboot, are told apart`() throws {
    let pi = try FakePi(
      "Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm,
      config: "dtparam=i2c_arm=on\n#dtoverlay=i2c-sensor,mpu9250\n")
    pi.attach(0x68, [0x75: 0x71])
    #expect(
      try finding("MPU-9250, MPU-9255 with AK8963", pi).remedy.hasPrefix("remove the # before"))
    try pi.put("boot/firmware/config.txt", "dtoverlay=i2c-sensor,mpu9250\n")
    #expect(
      try finding("MPU-9250, MPU-9255 with AK8963", pi).remedy
        == "/boot/firmware/config.txt has its line: reboot")
  }

  @Test func `a user outside the bus's group is told, and nothing is read`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o660],
      ofItemAtPath: pi.url("dev/i2c-1").path)
    pi.user = MachineUser(name: "ada", number: 54321, groups: [54321])
    pi.attach(0x68, [0x75: 0x71])
    let bus = try finding("I²C bus", pi)
    #expect(bus.observation.contains("ada may not use /dev/i2c-1"))
    #expect(bus.remedy.contains("sudo usermod -aG i2c ada"))
    #expect(pi.readAddresses.isEmpty)
    try pi.put("etc/group", "root:x:0:\ni2c:x:994:bob,ada\n")
    #expect(try finding("I²C bus", pi).remedy.contains("log in again"))
    #expect(!(try finding("I²C bus", pi).remedy.contains("usermod")))
  }

  @Test func `32-bit programs end the examination`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm)
    try pi.put("usr/bin/dpkg", "\u{7F}ELF\u{1}\u{1}\u{1}")
    let system = try finding("system", pi)
    #expect(system.state == .bad && system.remedy.contains("64-bit"))
    #expect(!pi.findings().contains { $0.subject == "I²C bus" })
  }

  @Test func `without lists of modules no module is advised`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", .bare)
    pi.attach(0x68, [0x75: 0x71])
    #expect(try finding("system", pi).state == .fair)
    #expect(!pi.findings().contains { $0.remedy.contains("modprobe") })
    let remedy = try finding("MPU-9250, MPU-9255 with AK8963", pi).remedy
    #expect(remedy.contains("headingd-bridge"), "\(remedy)")
  }

  @Test func `an older driver that does not know a chip counts as none`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm)
    let modules = KernelModules(on: pi.machine)
    let bmp388 = try #require(KnownChip.named("BMP388"))
    #expect(modules.state(ofModule: "bmp280_i2c") == .module)
    #expect(modules.state(of: bmp388) == .missing)
    #expect(modules.state(ofModule: "i2c_core") == .builtIn)
    #expect(modules.state(ofModule: "st_magn_i2c") == .missing)
  }

  @Test func `an empty bus tells the wiring, and a missing node its module`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm)
    #expect(try finding("chips", pi).remedy.contains("SDA to pin 3"))
    pi.attach(0x76, [0xD0: 0x11])
    #expect(try finding("chips", pi).observation.contains("something answers at 0x76"))
    try FileManager.default.removeItem(at: pi.url("dev/i2c-1"))
    let bus = try finding("I²C bus", pi)
    #expect(bus.state == .fair && bus.remedy.contains("sudo modprobe i2c-dev"))
  }

  @Test func `a chip that reading changes is read with consent only`() throws {
    let pi = try FakePi("Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm)
    let bno085 = ChipModel(
      "BNO08x", addresses: [0x4A, 0x4B], identities: [], isProbingHarmless: false)
    pi.attach(0x4A, [0x00: 0x14])
    #expect(try finding("probing", pi, models: [bno085]).remedy.contains("--probe-all"))
    #expect(!pi.readAddresses.contains(0x4A))
    let found = try finding("BNO085", pi, models: [bno085], includesAll: true)
    #expect(found.observation.contains("Linux has no driver"))
  }

  @Test func `texts of the machine never reach a terminal raw`() throws {
    let escape = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}"
    let pi = try FakePi(
      "Raspberry Pi 4 \(escape)", .raspberryPiOS("6.6+rpt-rpi\(escape)"),
      config: "dtoverlay=i2c-sensor,mpu9250,\(escape)\n[\(escape)]\n\(escape)=\(escape)\n")
    try pi.declare("mpu9250\(escape)", "invensense,mpu9250", at: 0x69, driver: true)
    try pi.put("run/headingd-bridge/uri", "ip:\(escape)")
    let findings = pi.findings()
    check(findings, pi)
    let json = String(decoding: try DoctorReport.json(findings), as: UTF8.self)
    #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    #expect(!json.contains("\u{202E}") && !json.contains("\u{9B}"))
    let list = ChipList(on: pi.machine).text(columns: 80)
    #expect(list.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x9B || $0 == "\n" })
  }

  @Test func `the findings as JSON have the lines of config txt`() throws {
    let pi = try FakePi("Raspberry Pi 5 Model B Rev 1.0", FakePi.trixie)
    pi.attach(0x28, [0x00: 0xA0])
    let object = try JSONSerialization.jsonObject(with: DoctorReport.json(pi.findings()))
    let document = try #require(object as? [String: Any])
    #expect(document["usable"] as? Bool == false)
    let findings = try #require(document["findings"] as? [[String: Any]])
    let chip = try #require(findings.first { $0["subject"] as? String == "BNO055" })
    #expect(chip["state"] as? String == "bad")
    #expect(chip["config_txt"] as? [String] == ["dtoverlay=i2c-sensor,bno055,addr=0x28"])
  }

  @Test func `every overlay of the guide is one that the doctor knows`() throws {
    let docs = SharedData.packageRoot.appendingPathComponent("docs")
    let boards = try FileManager.default.contentsOfDirectory(
      at: docs.appendingPathComponent("boards"), includingPropertiesForKeys: nil)
    var count = 0
    for file in [docs.appendingPathComponent("raspberry-pi.md")] + boards {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/dtoverlay=i2c-sensor,([a-z0-9]+)(?:,addr=0x([0-9a-f]+))?/#) {
        let chip = KnownChip.all.first { $0.overlay?.parameter == String(match.1) }
        #expect(chip != nil, "\(match.0)")
        if let digits = match.2, let address = UInt8(digits, radix: 16) {
          #expect(chip?.addresses.contains(address) ?? false, "\(match.0)")
          #expect(chip?.overlay?.address != address, "\(match.0)")
        }
        count += 1
      }
    }
    #expect(count > 5)
  }

  @Test func `the bus is found by its node, not by its number`() throws {
    let pi = try FakePi("Raspberry Pi 5 Model B Rev 1.0", FakePi.trixie)
    #expect(HeaderBus(on: pi.machine)?.number == 1)
    try pi.put("sys/bus/i2c/devices/i2c-3/name", "Synopsys DesignWare I2C adapter\n")
    try FileManager.default.createSymbolicLink(
      atPath: pi.url("sys/bus/i2c/devices/i2c-3/of_node").path,
      withDestinationPath: "../../../firmware/devicetree/base/soc/i2c@7e804000")
    #expect(HeaderBus(on: pi.machine)?.number == 3)
  }

  @Test func `chips of a package are told apart from their twins by its other half`() throws {
    let pi = try FakePi("Raspberry Pi 3 Model B Rev 1.2", FakePi.bookworm)
    pi.attach(0x1C, [0x0F: 0x3D])
    #expect(pi.findings(models: Self.lis3mdl).contains { $0.subject == "LIS3MDL" })
    pi.attach(0x6A, [0x0F: 0x68])
    let found = pi.findings(models: Self.lis3mdl).map(\.subject)
    #expect(found.contains("LSM9DS1 magnetometer (Sense HAT)") && !found.contains("LIS3MDL"))
  }
}
