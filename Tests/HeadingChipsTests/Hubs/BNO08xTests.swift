import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

struct BNO08xTests {
  @Test func `every heading is right within a degree at every tilt, over I²C`() throws {
    let chip = SensorHubI2C()
    var trial = try ChipTrial<BNO08x>(chip)
    let error = try trial.headingError(
      accelerometer: 0, magnetometer: 2,
      set: { (chip.environment.acceleration, chip.environment.field) = ($0, $1) }, seconds: 0.2)
    #expect(error < 1)
  }

  @Test func `every heading is right within a degree at every tilt, over a serial line`() throws {
    let chip = SensorHubSerial()
    var trial = try ChipTrial<BNO08x>(chip, kind: .serial)
    let error = try trial.headingError(
      accelerometer: 0, magnetometer: 2,
      set: { (chip.environment.acceleration, chip.environment.field) = ($0, $1) }, seconds: 0.2)
    #expect(error < 1)
  }

  @Test func `times are those of the measurements`() throws {
    let chip = SensorHubI2C()
    var trial = try ChipTrial<BNO08x>(chip)
    let times = try trial.samples(seconds: 2).filter { $0.device == 0 }.map(\.time)
    let truth = chip.hub.accelerationTimes.filter { $0 >= (times.first ?? 0) - 5_000_000 }
    #expect(times.count > 190)
    for (time, measured) in zip(times, truth) {
      // Within half the interval of reading, in ticks of 100 µs.
      #expect(abs(time - measured) <= trial.driver.interval / 2 + 500_000)
    }
  }

  @Test(arguments: [10.0, 50, 200])
  func `the rates that the hub confirms are told`(rate: Double) throws {
    let chip = SensorHubI2C()
    chip.environment.rate = Vector3(1, -2, 3)
    var trial = try ChipTrial<BNO08x>(chip)
    try trial.driver.setRate(rate, ofDevice: 1)
    _ = try trial.samples(seconds: 0.1)
    let samples = try trial.samples(seconds: 20 / rate).filter { $0.device == 1 }
    #expect(abs(samples.count - 20) <= 2)
    #expect(trial.driver.devices[1].rate == rate)
    let last = try #require(samples.last)
    #expect((trial.vector(last) - Vector3(1, -2, 3)).length < 0.003)
    #expect(throws: ChipError.self) { try trial.driver.setRate(7, ofDevice: 0) }
  }

  @Test func `what no hub answers is not written to`() throws {
    for header in [[0xFF, 0xFF, 0xFF, 0xFF], [0x34, 0x12, 0x99, 0], [2, 0, 0, 0]] as [[UInt8]] {
      let chip = SensorHubI2C()
      chip.forged = [header]
      #expect(throws: ChipError.self) { try ChipTrial<BNO08x>(chip) }
      #expect(chip.written.isEmpty)
    }
    #expect(!BNO08x.model.isProbingHarmless)
  }

  @Test func `a chip that tells no product is another one`() throws {
    let time = SimulatedTime()
    let bus = SimulatedBus(QMC5883LChip(), time: time)
    #expect(throws: ChipError.self) { try BNO08x(bus.connection) }
    #expect(time.now < 3_000_000_000)
  }

  @Test func `invalid transfers are skipped`() throws {
    let chip = SensorHubI2C()
    var trial = try ChipTrial<BNO08x>(chip)
    _ = try trial.samples(seconds: 0.2)
    let forged: [[UInt8]] = [
      // Lengths 0, 1, 0xFFFF and 0x7FFF, a continuation of nothing, a channel that does not exist.
      [0, 0, 3, 1], [1, 0, 3, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0x7F, 3, 1], [20, 0x80, 3, 9],
      [20, 0, 9, 1],
    ]
    for transfer in forged {
      chip.forged = [transfer, transfer]
      let samples = try trial.samples(seconds: 0.2)
      #expect(samples.count > 30)
      #expect(samples.filter { $0.device == 0 }.allSatisfy { abs($0.counts.z - 2511) <= 1 })
    }
  }

  @Test func `unknown and torn reports end their packet without a value`() throws {
    let chip = SensorHubI2C()
    var trial = try ChipTrial<BNO08x>(chip)
    _ = try trial.samples(seconds: 0.2)
    let base: [UInt8] = [0xFB, 4, 0, 0, 0]
    let report: [UInt8] = [0x01, 1, 3, 0, 1, 0, 2, 0, 3, 0]
    let payloads: [[UInt8]] = [
      base + [0xEE, 1, 2, 3] + report, base + report.prefix(9), base + report.prefix(1), [0xFB, 1],
      [], base + report,
    ]
    for (index, payload) in payloads.enumerated() {
      chip.hub.queue = [.init(channel: 3, rest: payload)]
      var samples: [ChipSample] = []
      try trial.driver.read(into: &samples)
      let found = samples.filter { $0.counts == SIMD4(1, 2, 3, 0) }
      #expect(found.count == (index == payloads.count - 1 ? 1 : 0))
    }
  }

  @Test func `a time that cannot be is not delivered`() throws {
    let chip = SensorHubI2C()
    var trial = try ChipTrial<BNO08x>(chip)
    for delta in [[0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80], [0, 0, 0xFF, 0xFF]] as [[UInt8]] {
      chip.hub.queue = [
        .init(channel: 3, rest: [0xFB] + delta + [0x01, 1, 3, 0, 1, 0, 2, 0, 3, 0])
      ]
      var samples: [ChipSample] = []
      try trial.driver.read(into: &samples)
      #expect(samples.allSatisfy { $0.counts != SIMD4(1, 2, 3, 0) })
    }
  }

  @Test func `after a reset by itself the sensors are started again`() throws {
    let chip = SensorHubI2C()
    var trial = try ChipTrial<BNO08x>(chip)
    for _ in 0..<3 {
      _ = try trial.samples(seconds: 0.2)
      chip.hub.restart()
      _ = try trial.samples(seconds: 0.1)
      let samples = try trial.samples(seconds: 0.3)
      for device in 0..<3 { #expect(samples.filter { $0.device == device }.count >= 14) }
    }
  }

  @Test func `garbage on the serial line costs a packet at most`() throws {
    let chip = SensorHubSerial()
    var trial = try ChipTrial<BNO08x>(chip, kind: .serial)
    _ = try trial.samples(seconds: 0.2)
    let noises: [[UInt8]] = [
      [0x7D], [0x7E, 0x01, 0x20], [0x7E, 0x7E, 0x7E], [UInt8](repeating: 0x11, count: 5000),
      [0x7E, 0x01] + [UInt8](repeating: 0x7D, count: 3000), [0x7E, 0x00, 5, 0, 0x7E],
    ]
    for noise in noises {
      chip.noise = noise
      let samples = try trial.samples(seconds: 0.3)
      #expect(samples.count > 60)
      #expect(samples.filter { $0.device == 0 }.allSatisfy { abs($0.counts.z - 2511) <= 1 })
    }
  }

  @Test func `faults end in errors`() throws {
    try FaultTrial.run(BNO08x.self) { SensorHubI2C() }
    try FaultTrial.run(BNO08x.self, kind: .serial) { SensorHubSerial() }
    #expect(try FaultTrial.stuck(BNO08x.self, at: 0x00, chip: SensorHubI2C()).isEmpty)
    #expect(try FaultTrial.stuck(BNO08x.self, at: 0xFF, chip: SensorHubI2C()).isEmpty)
  }
}
