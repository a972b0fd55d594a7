import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

struct QMCTests {
  private func check<Driver: ChipDriver>(
    _ type: Driver.Type, _ chip: RegisterChip, overflow: Double
  ) throws {
    var trial = try ChipTrial<Driver>(chip)
    #expect(try trial.fieldError(set: { chip.environment.field = $0 }, seconds: 0.1) < 1)
    for rate in trial.driver.devices[0].rates {
      try trial.driver.setRate(rate, ofDevice: 0)
      let samples = try trial.samples(seconds: 40 / rate)
      #expect(abs(samples.count - 40) <= 2)
      #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
      let age = trial.time.now - (try #require(samples.last)).time
      #expect(Double(age) < 2.6e9 / rate)
    }
    #expect(throws: ChipError.self) { try trial.driver.setRate(11, ofDevice: 0) }
    chip.environment.field = Vector3(20e-6, -30e-6, 40e-6)
    _ = try trial.samples(seconds: 0.1)
    for scale in trial.driver.devices[0].channels[0].scales.reversed() {
      try trial.driver.setScale(scale, ofChannel: 0, ofDevice: 0)
      for sample in try trial.samples(seconds: 0.1) {
        #expect((trial.vector(sample) - Vector3(0.2, -0.3, 0.4)).length < 2 * scale)
      }
    }
    // The smallest range is set now: beyond it nothing is delivered.
    chip.environment.field = Vector3(0, 0, overflow)
    _ = try trial.samples(seconds: 0.02)
    #expect(try trial.samples(seconds: 3).isEmpty)
    chip.environment.field = Vector3(0, 0, 50e-6)
    #expect(try !trial.samples(seconds: 0.1).isEmpty)
    try FaultTrial.run(type) { Driver.self == QMC5883L.self ? QMC5883LChip() : QMC5883PChip() }
  }

  @Test func `a QMC5883L measures, at its rates and in its ranges`() throws {
    try check(QMC5883L.self, QMC5883LChip(), overflow: 300e-6)
    _ = try FaultTrial.stuck(QMC5883L.self, at: 0x00, chip: QMC5883LChip())
  }

  @Test func `a QMC5883P measures, at its rates and in its ranges`() throws {
    try check(QMC5883P.self, QMC5883PChip(), overflow: 220e-6)
    _ = try FaultTrial.stuck(QMC5883P.self, at: 0x00, chip: QMC5883PChip())
  }

  @Test func `a bus that reads only ones is no QMC5883L`() throws {
    let time = SimulatedTime()
    let chip = QMC5883LChip()
    let bus = SimulatedBus(chip, time: time)
    bus.fault = .stuck(0xFF)
    let before = chip.registers
    #expect(throws: ChipError.wrongIdentity("FF FF FF")) { try QMC5883L(bus.connection) }
    #expect(chip.registers == before)
  }

  @Test func `another chip at the address of a QMC5883P is not written to`() throws {
    let chip = QMC5883PChip()
    chip.registers[0] = 0x81
    let before = chip.registers
    #expect(throws: ChipError.wrongIdentity("81")) { try ChipTrial<QMC5883P>(chip) }
    #expect(chip.registers == before)
  }
}
