import ChipSimulation
import HeadingChips
import HeadingGeometry
import HeadingTesting
import Synchronization
import Testing

@testable import HeadingBridge

/// A bridge over simulated chips, read by libiio's own programs.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(
    if: ToolRun.isInstalled("iio_info") && ToolRun.isInstalled("iio_readdev"),
    "the stock tools are absent: apt-get install libiio-utils"))
struct BridgeTests {
  private static let first = "iio:device1000"

  private static func magnetometer() -> LIS3MDLChip {
    let chip = LIS3MDLChip()
    chip.environment.field = Vector3(20e-6, -30e-6, 40e-6)
    return chip
  }

  /// Runs a bridge over the ports that are present while `body` runs.
  private func bridge(
    _ ports: [SimulatedPort], drivers: [any ChipDriver.Type] = [LIS3MDL.self],
    owner: PeerAccess.Lookup? = nil, announce: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable (_ port: Int, _ notices: Notices) async throws -> Void
  ) async throws {
    let notices = Notices()
    let bridge = Bridge(
      settings: BusSettings(drivers: drivers), ports: { ports.filter(\.isPresent) },
      report: notices.report)
    let access = PeerAccess(users: [], owner: owner, report: notices.report)
    let (listening, listener) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      try await bridge.run(port: 0, access: access) { port in
        announce()
        listener.yield(port)
      }
    }
    for await port in listening.prefix(1) { try await body(port, notices) }
    task.cancel()
    try await task.value
  }

  private func found(_ notices: Notices, _ count: Int = 1) async throws -> Bool {
    try await notices.wait { texts in texts.filter { $0.contains(" found: ") }.count >= count }
  }

  private func attribute(_ port: Int, _ arguments: String...) async throws -> String {
    let run = try await ToolRun.run("iio_attr", ["-u", "ip:127.0.0.1:\(port)"] + arguments)
    return (run.text + run.errors).split(separator: "\n").joined(separator: "\n")
  }

  /// Rows of 16-bit numbers that `iio_readdev` reads from the axes.
  private func rows(_ port: Int, _ device: String, count: Int) async throws -> [[Int16]] {
    let run = try await ToolRun.run(
      "iio_readdev",
      [
        "-u", "ip:127.0.0.1:\(port)", "-b", "4", "-s", "\(count)", device, "magn_x", "magn_y",
        "magn_z",
      ])
    let bytes = [UInt8](run.output)
    return stride(from: 0, to: bytes.count - 5, by: 6).map { start in
      var row: [Int16] = []
      for place in stride(from: start, to: start + 6, by: 2) {
        row.append(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
      }
      return row
    }
  }

  @Test func `iio_info shows a chip like one with a kernel driver`() async throws {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    try await bridge([bus]) { port, notices in
      #expect(try await found(notices))
      let run = try await ToolRun.run("iio_info", ["-u", "ip:127.0.0.1:\(port)"])
      #expect(run.status == 0)
      #expect(!run.text.contains("ERROR"), "\(run.text)")
      for part in [
        "iio:device1000: lis3mdl", "label: lis3mdl@/dev/i2c-7@0x1c", "magn_x", "magn_z", "temp",
        "timestamp:  (input, index: 4, format: le:S64/64>>0)", "bridge: headingd",
        "iio:device1000: /dev/i2c-7@0x1c", "mount_matrix",
        "sampling_frequency_available", "scale_available",
      ] {
        #expect(run.text.contains(part), "\(part) in \(run.text)")
      }
    }
  }

  @Test func `the samples are the field in the chip's counts, buffered and polled`() async throws {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1E)
    try await bridge([bus]) { port, notices in
      #expect(try await found(notices))
      let rows = try await rows(port, Self.first, count: 40)
      #expect(rows.count == 40)
      // 6842 counts per gauss, 100 µT.
      #expect(rows.last == [1368, -2053, 2737])
      let raw = try await attribute(port, "-c", Self.first, "magn_z", "raw")
      #expect(raw == "2737")
      let scale = try await attribute(port, "-c", Self.first, "magn_x", "scale")
      #expect(scale.hasPrefix("0.000146"))
    }
  }

  @Test func `a rate and a range are set at the chip; all else is refused`() async throws {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    try await bridge([bus]) { port, notices in
      #expect(try await found(notices))
      _ = try await attribute(port, "-d", Self.first, "sampling_frequency", "20")
      let rate = try await attribute(port, "-d", Self.first, "sampling_frequency")
      #expect(rate == "20.000000")
      let scale = DecimalScale.text(1 / 1711)
      _ = try await attribute(port, "-c", Self.first, "magn_x", "scale", scale)
      // A quarter of the counts, once the chip has the range.
      let rows = try await rows(port, Self.first, count: 8)
      #expect(rows.last == [342, -513, 684])
      for refused in [
        try await attribute(port, "-d", Self.first, "mount_matrix", "1, 0, 0; 0, 1, 0; 0, 0, 1"),
        try await attribute(port, "-c", Self.first, "magn_x", "raw", "1"),
        try await attribute(port, "-c", Self.first, "temp", "offset", "1"),
        try await attribute(
          port, "-d", Self.first, "sampling_frequency_available", "1000"),
      ] {
        #expect(refused.contains("Permission denied (13)"), "\(refused)")
      }
      let invalid = try await attribute(port, "-d", Self.first, "sampling_frequency", "21")
      #expect(invalid.contains("Invalid argument (22)"))
    }
  }

  @Test func `an unplugged chip is reported once, left out, and found again`() async throws {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    try await bridge([bus]) { port, notices in
      #expect(try await found(notices))
      bus.unplug(0x1C)
      let isGone = try await notices.wait { texts in
        texts.contains { $0.contains("is gone until") }
      }
      #expect(isGone)
      #expect(notices.texts.filter { $0.contains("does not answer") }.count == 1)
      let empty = try await ToolRun.run("iio_info", ["-u", "ip:127.0.0.1:\(port)"])
      #expect(!empty.text.contains("lis3mdl"))
      bus.plug({ Self.magnetometer() }, at: 0x1C)
      #expect(try await found(notices, 2))
      #expect(try await rows(port, Self.first, count: 8).count == 8)
    }
  }

  @Test func `a magnetometer keeps its name while the rest of its chip is away`() async throws {
    let bus = SimulatedPort()
    bus.plug({ LSM9DS1Chip() }, at: 0x6B)
    bus.plug({ LSM9DS1MagnetometerChip() }, at: 0x1E)
    let drivers: [any ChipDriver.Type] = [LSM9DS1.self, LIS3MDL.self]
    try await bridge([bus], drivers: drivers) { port, notices in
      #expect(try await found(notices))
      var isShown = false
      for _ in 0..<200 where !isShown {
        let run = try await ToolRun.run("iio_info", ["-u", "ip:127.0.0.1:\(port)"])
        isShown = run.text.contains("lsm9ds1_magn")
      }
      #expect(isShown)
      bus.unplug(0x6B)
      let isGone = try await notices.wait { texts in
        texts.contains { $0.contains("LSM9DS1 at /dev/i2c-7@0x6b is gone") }
      }
      #expect(isGone)
      // It measures on.
      #expect(try await rows(port, "lsm9ds1_magn", count: 200).count == 200)
      bus.unplug(0x1E)
      let isHidden = try await notices.wait { texts in
        texts.contains { $0.contains("LSM9DS1 magnetometer at /dev/i2c-7@0x1e is gone") }
      }
      #expect(isHidden)
      bus.plug({ LSM9DS1MagnetometerChip() }, at: 0x1E)
      bus.plug({ LSM9DS1Chip() }, at: 0x6B)
      #expect(try await found(notices, 2))
      let isBack = try await notices.wait { texts in
        texts.contains { $0.contains("LSM9DS1 magnetometer at /dev/i2c-7@0x1e delivers again") }
      }
      #expect(isBack)
      #expect(!notices.texts.contains { $0.contains("LIS3MDL") }, "\(notices.texts)")
    }
  }

  @Test func `a magnetometer that was found alone belongs to its host once that is there`()
    async throws
  {
    let bus = SimulatedPort()
    bus.plug({ LSM9DS1MagnetometerChip() }, at: 0x1E)
    try await bridge([bus], drivers: [LSM9DS1.self, LIS3MDL.self]) { port, notices in
      #expect(notices.texts.contains { $0.hasPrefix("LIS3MDL at /dev/i2c-7@0x1e found") })
      bus.plug({ LSM9DS1Chip() }, at: 0x6B)
      #expect(try await found(notices, 2))
      #expect(try await rows(port, "lsm9ds1_magn", count: 4).count == 4)
      let run = try await ToolRun.run("iio_info", ["-u", "ip:127.0.0.1:\(port)"])
      #expect(!run.text.contains("lis3mdl"))
    }
  }

  @Test func `a chip whose settings change is made again, and the notice says why`() async throws {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    try await bridge([bus]) { port, notices in
      #expect(try await found(notices))
      // It measures on, with half the counts.
      bus.plug(
        {
          let chip = Self.magnetometer()
          let altered: [Int: UInt8] = [0x20: 0xFC, 0x21: 0x20, 0x22: 0, 0x23: 0x0C, 0x24: 0x40]
          for (register, value) in altered { chip.registers[register] = value }
          return chip
        }, at: 0x1C)
      let isSaid = try await notices.wait { texts in
        texts.contains { $0.contains("0x1c: it has lost a setting: register 0x21 holds 0x20") }
          && texts.contains { $0.contains("delivers again") }
      }
      #expect(isSaid)
      #expect(try await rows(port, Self.first, count: 4).last == [1368, -2053, 2737])
    }
  }

  @Test func `a chip that does not answer under load delays no other one`() async throws {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    bus.plug({ Self.magnetometer() }, at: 0x1E)
    try await bridge([bus]) { port, notices in
      #expect(try await found(notices, 2))
      bus.set(.notAcknowledged, at: 0x1C)
      let rows = try await rows(port, "iio:device1001", count: 160)
      #expect(rows.count == 160)
      bus.set(nil, at: 0x1C)
      let isBack = try await notices.wait { texts in
        texts.contains { $0.contains("0x1c delivers again") }
          || texts.filter { $0.contains("0x1c found") }.count == 2
      }
      #expect(isBack)
    }
  }

  @Test func `a bus that goes and comes back brings its chips with it`() async throws {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    try await bridge([bus]) { port, notices in
      #expect(try await found(notices))
      bus.setGone(true)
      let isGone = try await notices.wait { texts in
        texts.contains("/dev/i2c-7 is gone")
      }
      #expect(isGone)
      bus.setGone(false)
      #expect(try await found(notices, 2))
      #expect(try await rows(port, Self.first, count: 4).count == 4)
    }
  }

  @Test func `a chip that a kernel driver holds is never touched, and said`() async throws {
    let bus = SimulatedPort(held: [0x1C])
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    bus.plug({ Self.magnetometer() }, at: 0x1E)
    try await bridge([bus]) { _, notices in
      #expect(try await found(notices))
      let isSaid = try await notices.wait { texts in
        texts.contains { $0.contains("a driver of the kernel uses it") }
      }
      #expect(isSaid)
      #expect(!notices.texts.contains { $0.contains("0x1c found") })
    }
  }

  @Test func `a chip to which a kernel driver is bound is released, and taken again after it`()
    async throws
  {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    try await bridge([bus]) { port, notices in
      #expect(try await found(notices))
      bus.setHeld(true, at: 0x1C)
      let isSaid = try await notices.wait { texts in
        texts.contains { $0.contains("0x1c: a driver of the kernel uses it") }
      }
      #expect(isSaid)
      let before = bus.transactions(at: 0x1C)
      let rate = try await BlockingConnection.talk(toPort: port) { connection in
        try connection.send("READ iio:device1000 sampling_frequency\r\n")
        return try connection.line()
      }
      #expect(rate == "-19")
      #expect(bus.transactions(at: 0x1C) == before)
      bus.setHeld(false, at: 0x1C)
      #expect(try await found(notices, 2))
      #expect(try await rows(port, Self.first, count: 4).count == 4)
      #expect(notices.texts.filter { $0.contains("a driver of the kernel") }.count == 1)
    }
  }

  @Test func `a second bridge names the bus that is in use, waits, and takes it then`()
    async throws
  {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    try await bridge([bus]) { _, notices in
      let isFound = try await found(notices)
      #expect(isFound)
      let before = notices.texts
      let other = Bridge(
        settings: BusSettings(drivers: [LIS3MDL.self]), ports: { [bus] }, report: notices.report)
      let list = other.list()
      #expect(list.inUse == ["/dev/i2c-7"] && list.chips.isEmpty)
      #expect(notices.texts == before)
    }
    // The bus is free again, until another program opens it.
    bus.setOpen(true)
    try await bridge([bus]) { _, notices in
      #expect(notices.texts.contains { $0.hasPrefix("/dev/i2c-7: another program uses the bus") })
      let isListening = try await notices.wait { texts in
        texts.contains { $0.hasPrefix("listening on") }
      }
      #expect(isListening)
      bus.setOpen(false)
      let isFound = try await found(notices)
      #expect(isFound)
    }
    let list = Bridge(
      settings: BusSettings(drivers: [LIS3MDL.self]), ports: { [bus] }, report: { _ in }
    ).list(selfTesting: true)
    #expect(list.inUse.isEmpty && list.chips.map(\.model) == ["LIS3MDL"])
  }

  @Test func `each change of the devices is announced, the first search as one`() async throws {
    let bus = SimulatedPort()
    for address: UInt8 in [0x1C, 0x1E] { bus.plug({ Self.magnetometer() }, at: address) }
    let count = Atomic(0)
    let announce: @Sendable () -> Void = { count.add(1, ordering: .relaxed) }
    try await bridge([bus], announce: announce) { _, notices in
      func wait(_ announcements: Int) async throws {
        let isThere = try await notices.wait { _ in
          count.load(ordering: .relaxed) == announcements
        }
        #expect(isThere)
      }
      #expect(notices.texts.filter { $0.contains(" found: ") }.count == 2)
      #expect(count.load(ordering: .relaxed) == 1)
      bus.unplug(0x1E)
      try await wait(2)
      bus.plug({ Self.magnetometer() }, at: 0x1E)
      try await wait(3)
      bus.setGone(true)
      try await wait(4)
    }
  }

  @Test func `another user's client is closed without an answer`() async throws {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    // As if the client were of another network.
    let owner: PeerAccess.Lookup = { _, _ in nil }
    try await bridge([bus], owner: owner) { port, notices in
      let line = try? await BlockingConnection.talk(toPort: port) { connection in
        try connection.send("VERSION\r\n")
        return try connection.line()
      }
      #expect(line == nil)
      #expect(notices.texts.contains { $0.contains("refused") })
    }
  }

  @Test func `a request too large for the bridge's buffers is refused`() async throws {
    let bus = SimulatedPort()
    bus.plug({ Self.magnetometer() }, at: 0x1C)
    try await bridge([bus]) { port, notices in
      #expect(try await found(notices))
      let answers = try await BlockingConnection.talk(toPort: port) { connection in
        var answers: [String] = []
        for command in [
          "OPEN iio:device1000 100000 00000007", "OPEN iio:device1000 0 00000007",
          "OPEN iio:device1000 4096 00000007", "GETTRIG iio:device1000",
        ] {
          try connection.send(command + "\r\n")
          answers.append(try connection.line())
        }
        return answers
      }
      #expect(answers == ["-12", "-22", "0", "-2"])
    }
  }
}
