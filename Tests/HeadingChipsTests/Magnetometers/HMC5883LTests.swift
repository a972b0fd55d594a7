import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

struct HMC5883LTests {
  @Test func `every direction of the field is right within a degree`() throws {
    let chip = HMC5883LChip()
    var trial = try ChipTrial<HMC5883L>(chip)
    let error = try trial.fieldError(set: { chip.environment.field = $0 }, seconds: 0.1)
    #expect(error < 1)
  }

  @Test(arguments: [0.75, 3, 15, 75])
  func `samples come at the rate that was set, each measured once`(rate: Double) throws {
    var trial = try ChipTrial<HMC5883L>(HMC5883LChip())
    try trial.driver.setRate(rate, ofDevice: 0)
    let samples = try trial.samples(seconds: 20 / rate)
    #expect(abs(samples.count - 20) <= 2)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `the time is the middle of the measurement`() throws {
    let chip = HMC5883LChip()
    var trial = try ChipTrial<HMC5883L>(chip)
    _ = try trial.samples(seconds: 0.1)
    var samples: [ChipSample] = []
    let before = trial.time.now
    trial.time.advance(by: 20_000_000)
    try trial.driver.read(into: &samples)
    let time = try #require(samples.first?.time)
    // The measurement in progress began in the last read before.
    #expect(abs(time - (before - 10_000_000)) < 5_000_000)
  }

  @Test(arguments: 0..<8)
  func `every range measures the same field, and the old gain never appears`(index: Int) throws {
    let chip = HMC5883LChip()
    chip.environment.field = Vector3(20e-6, -30e-6, 40e-6)
    var trial = try ChipTrial<HMC5883L>(chip)
    _ = try trial.samples(seconds: 0.1)
    let scale = trial.driver.devices[0].channels[0].scales[index]
    try trial.driver.setScale(scale, ofChannel: 0, ofDevice: 0)
    for sample in try trial.samples(seconds: 0.2) {
      let error = trial.vector(sample) - Vector3(0.2, -0.3, 0.4)
      #expect(error.length < 2 * scale)
    }
  }

  @Test func `an overflow is not delivered`() throws {
    let chip = HMC5883LChip()
    var trial = try ChipTrial<HMC5883L>(chip)
    _ = try trial.samples(seconds: 0.1)
    chip.environment.field = Vector3(0, 200e-6, 0)
    _ = try trial.samples(seconds: 0.03)
    #expect(try trial.samples(seconds: 3).isEmpty)
    chip.environment.field = Vector3(0, 50e-6, 0)
    #expect(try !trial.samples(seconds: 0.1).isEmpty)
  }

  @Test func `the self-test has the limits of the data sheet and leaves the range`() throws {
    let chip = HMC5883LChip()
    chip.environment.field = Vector3(20e-6, -30e-6, 40e-6)
    var trial = try ChipTrial<HMC5883L>(chip)
    let result = try #require(try trial.driver.selfTest())
    #expect(result.hasPassed)
    #expect(result.text == "x 452, y 452, z 421 counts; limits 243 to 575")
    let error = try #require(try trial.last(device: 0, seconds: 0.2)) - Vector3(0.2, -0.3, 0.4)
    #expect(error.length < 0.002)
  }

  @Test func `another chip at its address is not written to`() throws {
    let chip = HMC5883LChip()
    chip.registers[0x0C] = 0x34
    let before = chip.registers
    #expect(throws: ChipError.wrongIdentity("48 34 34")) { try ChipTrial<HMC5883L>(chip) }
    #expect(chip.registers == before)
  }

  @Test func `faults end in errors`() throws {
    try FaultTrial.run(HMC5883L.self) { HMC5883LChip() }
    _ = try FaultTrial.stuck(HMC5883L.self, at: 0x00, chip: HMC5883LChip())
  }
}
