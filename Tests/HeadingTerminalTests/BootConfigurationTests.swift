import Foundation
import HeadingTesting
import Testing

@testable import HeadingTerminal

/// Changes of config.txt.
struct BootConfigurationTests {
  private static let on = BootSetting.parameter("i2c_arm", "on")
  private static let bno055 = BootSetting.sensor("bno055", address: 0x28)

  private func changed(
    _ text: String, _ settings: [BootSetting], _ model: String = "Raspberry Pi 4 Model B Rev 1.4"
  ) -> String {
    var file = BootConfiguration(
      Data(text.utf8), path: "/boot/firmware/config.txt", model: BoardModel(name: model))
    for setting in settings { file.add(setting) }
    // Once more changes nothing.
    var again = BootConfiguration(file.data, path: file.path, model: BoardModel(name: model))
    for setting in settings { again.add(setting) }
    #expect(!again.isChanged && again.data == file.data)
    return String(decoding: file.data, as: UTF8.self)
  }

  @Test(arguments: [
    // Nothing there.
    ("", "dtparam=i2c_arm=on\n"),
    ("audio=1", "audio=1\ndtparam=i2c_arm=on\n"),
    // Already there, in any of its forms.
    ("dtparam=i2c_arm=on\n", "dtparam=i2c_arm=on\n"),
    ("dtparam=i2c=on,spi=on", "dtparam=i2c=on,spi=on"),
    ("dtparam=i2c_arm\n", "dtparam=i2c_arm\n"),
    ("[pi4]\ndtparam=i2c_arm=on\n", "[pi4]\ndtparam=i2c_arm=on\n"),
    // In a comment.
    ("#dtparam=i2c_arm=on\nx=1\n", "dtparam=i2c_arm=on\nx=1\n"),
    ("# dtparam=i2c_arm=on\n", "dtparam=i2c_arm=on\n"),
    // With another value; the last one wins.
    ("dtparam=spi=on,i2c_arm=off\n", "dtparam=spi=on,i2c_arm=on\n"),
    ("dtparam=i2c_arm=on\ndtparam=i2c_arm=off\n", "dtparam=i2c_arm=on\ndtparam=i2c_arm=on\n"),
    // In a section of another model, which stays as it is.
    ("[pi5]\ndtparam=i2c_arm=off\n", "[pi5]\ndtparam=i2c_arm=off\n[all]\ndtparam=i2c_arm=on\n"),
    (
      "[pi5]\n#dtparam=i2c_arm=on\n[all]\n",
      "[pi5]\n#dtparam=i2c_arm=on\n[all]\ndtparam=i2c_arm=on\n"
    ),
    // A section of this model does not reach the end's line.
    ("[pi4]\narm_boost=1", "[pi4]\narm_boost=1\n[all]\ndtparam=i2c_arm=on\n"),
    ("[0x12345678]\nx=1\n[all]\n", "[0x12345678]\nx=1\n[all]\ndtparam=i2c_arm=on\n"),
    ("[none]\ndtparam=i2c_arm=on\n", "[none]\ndtparam=i2c_arm=on\n[all]\ndtparam=i2c_arm=on\n"),
    // The file's line ends.
    ("a=1\r\nb=2\r\n", "a=1\r\nb=2\r\ndtparam=i2c_arm=on\r\n"),
  ])
  func `the bus is enabled, and nothing else changes`(before: String, after: String) {
    #expect(changed(before, [Self.on]) == after)
  }

  @Test(arguments: [
    ("", "dtoverlay=i2c-sensor,bno055,addr=0x28\n"),
    ("dtoverlay=i2c-sensor,bno055\n", "dtoverlay=i2c-sensor,bno055,addr=0x28\n"),
    ("dtoverlay=i2c-sensor,bno055,addr=0x29\n", "dtoverlay=i2c-sensor,bno055,addr=0x28\n"),
    ("dtoverlay=i2c-sensor,bno055,addr=40\n", "dtoverlay=i2c-sensor,bno055,addr=40\n"),
    (
      "dtoverlay=i2c-sensor,bno055,reset_pin=5\n",
      "dtoverlay=i2c-sensor,bno055,reset_pin=5,addr=0x28\n"
    ),
    ("#dtoverlay=i2c-sensor,bno055\n", "dtoverlay=i2c-sensor,bno055,addr=0x28\n"),
    // Another chip's overlay.
    (
      "dtoverlay=i2c-sensor,bmp280\n",
      "dtoverlay=i2c-sensor,bmp280\ndtoverlay=i2c-sensor,bno055,addr=0x28\n"
    ),
    // Two chips cannot share the address of one line.
    (
      "dtoverlay=i2c-sensor,bmp280,bno055\n",
      "dtoverlay=i2c-sensor,bmp280\ndtoverlay=i2c-sensor,bno055,addr=0x28\n"
    ),
  ])
  func `a chip's overlay gets its address`(before: String, after: String) {
    #expect(changed(before, [Self.bno055]) == after)
  }

  @Test func `bytes that are no UTF-8 stay`() {
    let bytes = Data([0x23, 0xFF, 0xFE, 0x1B, 0x0A, 0x61, 0x3D, 0x80, 0x0A])
    var file = BootConfiguration(bytes, path: "/x", model: BoardModel(name: "Raspberry Pi 5"))
    file.add(Self.on)
    #expect(file.data == bytes + Data("dtparam=i2c_arm=on\n".utf8))
  }

  @Test(arguments: [
    ("Raspberry Pi 5 Model B Rev 1.0", "pi5", "pi4"), ("Raspberry Pi 500 Rev 1.0", "pi500", "pi4"),
    ("Raspberry Pi Compute Module 4 Rev 1.1", "cm4", "pi400"),
    ("Raspberry Pi 400 Rev 1.0", "pi400", "cm4"),
    ("Raspberry Pi 3 Model B Plus Rev 1.3", "pi3+", "pi2"),
    ("Raspberry Pi Zero 2 W Rev 1.0", "pi02", "pi3"),
    ("Raspberry Pi Compute Module 4S", "cm4s", "pi5"),
  ])
  func `the sections of a model are the firmware's`(name: String, own: String, other: String) {
    let sections = BoardModel(name: name).sections
    #expect(sections.contains(own) && !sections.contains(other))
  }

  @Test func `writing keeps a dated copy and replaces the file at once`() throws {
    let pi = try FakePi(
      "Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm, config: "# mine\n", isEnabled: false)
    let doctor = pi.doctor()
    let change = try #require(try doctor.bootChange(for: doctor.examineMachine()))
    #expect(change.new.changes(from: change.old) == ["+ dtparam=i2c_arm=on"])
    let date = Date(timeIntervalSince1970: 1_764_082_800)
    let copies = try [
      change.new.write(on: pi.machine, date: date), change.new.write(on: pi.machine, date: date),
    ]
    #expect(
      copies == [
        "/boot/firmware/config.txt.20251125-150000", "/boot/firmware/config.txt.20251125-150000-2",
      ])
    #expect(pi.machine.text(copies[0]) == "# mine")
    #expect(pi.machine.text("/boot/firmware/config.txt") == "# mine\ndtparam=i2c_arm=on")
    #expect(pi.machine.names(in: "/boot/firmware").count { !$0.hasPrefix("overlays") } == 3)
    #expect(try doctor.bootChange(for: doctor.examineMachine()) == nil)
  }

  @Test func `the older system's file is used only where there is no newer one`() throws {
    let pi = try FakePi(
      "Raspberry Pi 4 Model B Rev 1.4", FakePi.bookworm, config: nil, isEnabled: false)
    let doctor = pi.doctor()
    #expect(throws: BootChangeError.self) {
      _ = try doctor.bootChange(for: doctor.examineMachine())
    }
    try pi.put("boot/config.txt", "a=1\n")
    #expect(try doctor.bootChange(for: doctor.examineMachine())?.new.path == "/boot/config.txt")
    try pi.put("boot/firmware/config.txt", "a=1\n")
    #expect(
      try doctor.bootChange(for: doctor.examineMachine())?.new.path == "/boot/firmware/config.txt")
  }

  @Test func `any bytes are kept, and the setting is found again`() {
    var generator = SplitMix64(state: 25)
    let words = [
      "[pi4]", "[all]", "[", "]", "#", "\n", "\r\n", "dtparam=", "i2c_arm", "=", ",", "on", "off",
      "dtoverlay=", "i2c-sensor", "bno055", "addr=0x", "28", "bmp280", "\u{1B}", "\0", " ",
    ]
    let model = BoardModel(name: "Raspberry Pi 4 Model B")
    for _ in 0..<2000 {
      var bytes = Data()
      for _ in 0..<Int.random(in: 0...30, using: &generator) {
        bytes +=
          Bool.random(using: &generator)
          ? Data((words.randomElement(using: &generator) ?? "").utf8)
          : Data([UInt8.random(in: 0...255, using: &generator)])
      }
      var file = BootConfiguration(bytes, path: "/x", model: model)
      #expect(file.data == bytes)
      for setting in [Self.on, Self.bno055] { file.add(setting) }
      let again = BootConfiguration(file.data, path: "/x", model: model)
      #expect(again.state(of: Self.on) == .set, "\(Array(bytes))")
      #expect(again.state(of: Self.bno055) == .set, "\(Array(bytes))")
    }
  }
}

/// Random numbers that are the same in each run (Steele, Lea & Flood, 2014).
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
