import ChipSimulation
import HeadingGeometry
import Testing

@testable import HeadingChips

struct WitMotionTests {
  @Test(arguments: [2, 3, 4, 5, 6, 7, nil] as [UInt8?])
  func `every heading is right within a degree at every tilt`(magnetometer: UInt8?) throws {
    let chip = WitMotionChip()
    chip.magnetometer = magnetometer
    var trial = try ChipTrial<WitMotion>(chip, kind: .serial)
    let error = try trial.headingError(
      accelerometer: 0, magnetometer: 2,
      set: { (chip.environment.acceleration, chip.environment.field) = ($0, $1) }, seconds: 0.3)
    #expect(error < 1)
    let field = try #require(try trial.last(device: 2, seconds: 0.3))
    #expect(abs(field.length - 0.48) < 0.003)
  }

  @Test(arguments: [1.0, 5, 20, 100, 200])
  func `samples come at the rate that was set, without angles`(rate: Double) throws {
    let chip = WitMotionChip()
    chip.environment.rate = Vector3(1, -2, 3)
    var trial = try ChipTrial<WitMotion>(chip, kind: .serial)
    try trial.driver.setRate(rate, ofDevice: 1)
    let samples = try trial.samples(seconds: 40 / rate)
    for device in 0..<3 {
      let times = samples.filter { $0.device == device }.map(\.time)
      #expect(abs(times.count - 40) <= 2)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
    let rates = try #require(samples.last { $0.device == 1 })
    #expect((trial.vector(rates) - Vector3(1, -2, 3)).length < 0.003)
    #expect(samples.last { $0.device == 0 }?.counts.w == 2500)
  }

  @Test func `garbage between frames is skipped, and the next frame is read`() throws {
    let chip = WitMotionChip()
    var trial = try ChipTrial<WitMotion>(chip, kind: .serial)
    _ = try trial.samples(seconds: 0.2)
    // The beginning of a frame, flags and a whole frame with a wrong sum.
    let noises: [[UInt8]] = [
      [0x55], [0x55, 0x51], [0x55, 0x55, 0x55], [UInt8](repeating: 0x55, count: 300),
      [0x55, 0x51, 1, 2, 3, 4, 5, 6, 7, 8, 0xFF], (0...255).map { $0 },
    ]
    for noise in noises {
      chip.noise = noise
      let samples = try trial.samples(seconds: 0.3)
      #expect(samples.count >= 12)
      #expect(samples.filter { $0.device == 0 }.allSatisfy { abs($0.counts.z - 2048) <= 1 })
    }
  }

  @Test func `a damaged frame is dropped and the buffer stays short`() {
    var frames = WitMotionFrames()
    let good: [UInt8] = [0x55, 0x51, 1, 0, 2, 0, 3, 0, 4, 0, 0xB0]
    #expect(frames.add(good).map(\.data) == [[1, 0, 2, 0, 3, 0, 4, 0]])
    for index in good.indices {
      for bit in 0..<8 {
        var bad = good
        bad[index] ^= 1 << UInt8(bit)
        #expect(frames.add(bad).isEmpty)
        // Whatever was left over, two good frames bring it back.
        #expect(!frames.add(good + good).isEmpty)
      }
    }
    // Torn anywhere.
    for cut in 0..<11 {
      #expect(frames.add(Array(good.prefix(cut))).isEmpty)
      #expect(frames.add(Array(good.dropFirst(cut))).count == 1)
    }
  }

  @Test func `saturated vectors are not delivered`() throws {
    let chip = WitMotionChip()
    var trial = try ChipTrial<WitMotion>(chip, kind: .serial)
    chip.environment.acceleration = Vector3(0, 0, 200)
    _ = try trial.samples(seconds: 0.2)
    #expect(try trial.samples(seconds: 0.5).allSatisfy { $0.device != 0 })
  }

  @Test func `a line with something else is told by its bytes, and nothing is written`() throws {
    let time = SimulatedTime()
    let chip = WitMotionChip()
    let bus = SimulatedBus(chip, kind: .serial, time: time)
    bus.fault = .stuck(0x24)
    let expected = ChipError.wrongIdentity("24 24 24 24 24 24 24 24")
    #expect(throws: expected) { try WitMotion(bus.connection) }
    let before = bus.transactions
    #expect(before <= 200)
  }

  @Test func `faults end in errors`() throws {
    try FaultTrial.run(WitMotion.self, kind: .serial) { WitMotionChip() }
    #expect(
      try FaultTrial.stuck(WitMotion.self, at: 0x55, kind: .serial, chip: WitMotionChip()).isEmpty)
  }
}
