import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

struct BNO055Tests {
  @Test func `every heading is right within a degree at every tilt`() throws {
    let chip = BNO055Chip()
    var trial = try ChipTrial<BNO055>(chip)
    let error = try trial.headingError(
      accelerometer: 0, magnetometer: 2,
      set: { (chip.environment.acceleration, chip.environment.field) = ($0, $1) }, seconds: 0.2)
    #expect(error < 1)
  }

  @Test(arguments: 0..<5)
  func `every range of the gyroscope measures the same rate`(index: Int) throws {
    let chip = BNO055Chip()
    chip.environment.rate = Vector3(0.5, -1, 1.5)
    var trial = try ChipTrial<BNO055>(chip)
    let scale = trial.driver.devices[1].channels[0].scales[index]
    try trial.driver.setScale(scale, ofChannel: 0, ofDevice: 1)
    let rate = try #require(try trial.last(device: 1, seconds: 0.1))
    #expect((rate - Vector3(0.5, -1, 1.5)).length < 3 * scale)
  }

  @Test func `samples come at their rates`() throws {
    var trial = try ChipTrial<BNO055>(BNO055Chip())
    try trial.driver.setRate(10, ofDevice: 2)
    let samples = try trial.samples(seconds: 2)
    #expect(abs(samples.filter { $0.device == 0 }.count - 200) <= 4)
    #expect(abs(samples.filter { $0.device == 1 }.count - 200) <= 4)
    #expect(abs(samples.filter { $0.device == 2 }.count - 20) <= 1)
    #expect(samples.last { $0.device == 0 }?.counts.w == 25)
  }

  @Test func `saturated sensors are not delivered`() throws {
    let chip = BNO055Chip()
    var trial = try ChipTrial<BNO055>(chip)
    chip.environment.acceleration = Vector3(0, 0, 60)
    chip.environment.rate = Vector3(20, 0, 0)
    _ = try trial.samples(seconds: 0.05)
    #expect(try trial.samples(seconds: 0.5).allSatisfy { $0.device == 2 })
  }

  @Test func `a self-test names the part that failed`() throws {
    let chip = BNO055Chip()
    var trial = try ChipTrial<BNO055>(chip)
    #expect(try trial.driver.selfTest()?.hasPassed == true)
    chip.selfTestResult = 0x0D
    #expect(try trial.driver.selfTest()?.text == "failed: magnetometer")
    #expect(try !trial.samples(seconds: 0.1).isEmpty)
  }

  @Test func `a reset by itself ends in an error and no value`() throws {
    let chip = BNO055Chip()
    var trial = try ChipTrial<BNO055>(chip)
    _ = try trial.samples(seconds: 0.2)
    chip.interruptPower(at: trial.time.now)
    #expect(throws: ChipError.bus(.notAcknowledged)) { _ = try trial.samples(seconds: 0.1) }
    trial.time.advance(by: 700_000_000)
    // It answers again but does not measure.
    var samples: [ChipSample] = []
    try trial.driver.read(into: &samples)
    #expect(samples.isEmpty)
    trial.time.advance(by: 1_000_000_000)
    #expect(throws: ChipError.notReady("its measurement")) {
      try trial.driver.read(into: &samples)
    }
  }

  @Test func `another chip at its address is not written to`() throws {
    let chip = BNO055Chip()
    chip.pages[0][0] = 0xA1
    let before = chip.pages
    #expect(throws: ChipError.wrongIdentity("A1 FB 32 0F")) { try ChipTrial<BNO055>(chip) }
    #expect(chip.pages == before)
  }

  @Test func `faults end in errors`() throws {
    try FaultTrial.run(BNO055.self) { BNO055Chip() }
    #expect(try FaultTrial.stuck(BNO055.self, at: 0x00, chip: BNO055Chip()).isEmpty)
    #expect(try FaultTrial.stuck(BNO055.self, at: 0xFF, chip: BNO055Chip()).isEmpty)
  }
}
