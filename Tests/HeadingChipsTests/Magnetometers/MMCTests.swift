import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

struct MMCTests {
  private static let bridge = Vector3(0.35, -0.5, 0.2)

  private func check<Driver: ChipDriver>(
    _ type: Driver.Type, _ chip: RegisterChip, make: () -> any SimulatedChip
  ) throws {
    var trial = try ChipTrial<Driver>(chip)
    #expect(try trial.fieldError(set: { chip.environment.field = $0 }, seconds: 0.2) < 1)
    for rate in trial.driver.devices[0].rates {
      try trial.driver.setRate(rate, ofDevice: 0)
      let samples = try trial.samples(seconds: 40 / rate)
      #expect(abs(samples.count - 40) <= 3)
      #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
      let age = Double(trial.time.now - (try #require(samples.last)).time)
      #expect((1e9 / rate..<3.1e9 / rate).contains(age))
    }
    try trial.driver.setRate(50, ofDevice: 0)
    chip.environment.field = Vector3(0, 0, 3500e-6)
    _ = try trial.samples(seconds: 0.1)
    #expect(try trial.samples(seconds: 3).isEmpty)
    chip.environment.field = Vector3(20e-6, -30e-6, 40e-6)
    // The first pair without the overflow is right.
    for sample in try trial.samples(seconds: 0.2) {
      #expect((trial.vector(sample) - Vector3(0.2, -0.3, 0.4)).length < 0.001)
    }
    try FaultTrial.run(type, chip: make)
  }

  @Test func `an MMC5983MA measures without the offset of its bridges`() throws {
    let chip = MMC5983MAChip()
    chip.bridge = Self.bridge
    try check(MMC5983MA.self, chip) { MMC5983MAChip() }
    #expect(try FaultTrial.stuck(MMC5983MA.self, at: 0x00, chip: MMC5983MAChip()).isEmpty)
    // All bits set are overflows.
    var trial = try ChipTrial<MMC5983MA>(MMC5983MAChip())
    trial.bus.fault = .stuck(0xFF)
    #expect(try trial.samples(seconds: 1).isEmpty)
  }

  @Test func `the left-handed frame of an MMC5983MA is told`() throws {
    let trial = try ChipTrial<MMC5983MA>(MMC5983MAChip())
    #expect(trial.driver.devices[0].axes.determinant == -1)
  }

  @Test func `an MMC5603NJ measures without the offset of its bridges`() throws {
    let chip = MMC5603NJChip()
    chip.bridge = Self.bridge
    try check(MMC5603NJ.self, chip) { MMC5603NJChip() }
    #expect(try FaultTrial.stuck(MMC5603NJ.self, at: 0x00, chip: MMC5603NJChip()).isEmpty)
    var trial = try ChipTrial<MMC5603NJ>(MMC5603NJChip())
    trial.bus.fault = .stuck(0xFF)
    #expect(try trial.samples(seconds: 1).isEmpty)
  }

  @Test func `an MMC5603NJ tells its temperature`() throws {
    let chip = MMC5603NJChip()
    chip.environment.temperature = 37
    var trial = try ChipTrial<MMC5603NJ>(chip)
    let sample = try #require(try trial.samples(seconds: 1).last)
    let channel = trial.driver.devices[0].channels[1]
    let celsius = (Double(sample.counts.w) + channel.offset) * channel.scale / 1000
    #expect(abs(celsius - 37) <= 0.4)
    chip.environment.temperature = 5
    let later = try #require(try trial.samples(seconds: 12).last)
    #expect(abs((Double(later.counts.w) + channel.offset) * channel.scale / 1000 - 5) <= 0.4)
  }

  @Test func `an MMC5603NJ tests itself against its factory values`() throws {
    let chip = MMC5603NJChip()
    var trial = try ChipTrial<MMC5603NJ>(chip)
    #expect(try trial.driver.selfTest()?.hasPassed == true)
    chip.response = 0.7
    #expect(try trial.driver.selfTest()?.hasPassed == false)
    #expect(try !trial.samples(seconds: 0.2).isEmpty)
  }

  @Test func `the two chips at the address 0x30 are not taken for each other`() throws {
    let (older, newer) = (MMC5983MAChip(), MMC5603NJChip())
    let registers = [older.registers, newer.registers]
    #expect(throws: ChipError.wrongIdentity("00")) { try ChipTrial<MMC5603NJ>(older) }
    #expect(throws: ChipError.wrongIdentity("00")) { try ChipTrial<MMC5983MA>(newer) }
    #expect([older.registers, newer.registers] == registers)
  }
}
