import ChipSimulation
import HeadingChips
import Testing

struct MS5611Tests {
  @Test func `the compensation is that of the data sheet's example`() throws {
    let calibration = try #require(MS5611Calibration(MS5611Chip().prom))
    let result = try #require(calibration.compensate(pressure: 9_085_466, temperature: 8_569_150))
    #expect(result.pressure == 100_009 && result.temperature == 2007)
  }

  @Test func `the checksum is that of AN520`() {
    let words: [UInt16] = [
      0x3132, 0x3334, 0x3536, 0x3738, 0x3940, 0x4142, 0x4344, 0x4500,
    ]
    #expect(MS5611Calibration.checksum(words) == 0x0B)
  }

  @Test(arguments: [-38.0, -20, -10, 5, 19.9, 20.1, 60, 84])
  func `pressure and temperature are right over the range`(celsius: Double) throws {
    let chip = MS5611Chip()
    chip.environment.temperature = celsius
    var trial = try ChipTrial<MS5611>(chip)
    for pascal in [30_000.0, 70_000, 101_325, 110_000] {
      chip.environment.pressure = pascal
      _ = try trial.samples(seconds: 0.1)
      let sample = try #require(try trial.samples(seconds: 0.2).last)
      // The data sheet computes in integers.
      #expect(abs(Double(sample.counts.x) - pascal) <= 3)
      #expect(abs(Double(sample.counts.y) / 100 - celsius) <= 0.02)
    }
  }

  @Test(arguments: [1.0, 10, 25, 50])
  func `samples come at the rate that was set`(rate: Double) throws {
    var trial = try ChipTrial<MS5611>(MS5611Chip())
    try trial.driver.setRate(rate, ofDevice: 0)
    let samples = try trial.samples(seconds: 20 / rate)
    #expect(abs(samples.count - 20) <= 2)
    let age = Double(trial.time.now - (try #require(samples.last)).time)
    #expect(age < 1.6e9 / rate)
  }

  @Test func `a PROM with a wrong checksum or without contents is refused before the reset`() throws
  {
    let chip = MS5611Chip()
    for bit in 0..<16 {
      let good = chip.prom
      chip.prom[3] ^= 1 << UInt16(bit)
      let bus = SimulatedBus(chip, time: SimulatedTime())
      #expect(throws: ChipError.self) { try MS5611(bus.connection) }
      #expect(bus.transactions == 8)
      chip.prom = good
    }
    for word in [UInt16(0), 0xFFFF] {
      chip.prom = [UInt16](repeating: word, count: 8)
      #expect(throws: ChipError.self) { try ChipTrial<MS5611>(chip) }
    }
  }

  @Test func `a value outside the range of the chip is not delivered`() throws {
    let chip = MS5611Chip()
    var trial = try ChipTrial<MS5611>(chip)
    chip.environment.pressure = 150_000
    _ = try trial.samples(seconds: 0.2)
    var samples: [ChipSample] = []
    #expect(throws: ChipError.notReady("its measurement")) {
      for _ in 0..<200 {
        try trial.driver.read(into: &samples)
        trial.time.advance(by: trial.driver.interval)
      }
    }
    #expect(samples.isEmpty)
  }

  @Test func `extreme conversions do not trap`() throws {
    let calibration = try #require(MS5611Calibration(MS5611Chip().prom))
    for d1 in [UInt32.min, 1, 0xFF_FFFF, .max] {
      for d2 in [UInt32.min, 1, 0xFF_FFFF, .max] {
        _ = calibration.compensate(pressure: d1, temperature: d2)
      }
    }
  }

  @Test func `faults end in errors`() throws {
    try FaultTrial.run(MS5611.self) { MS5611Chip() }
    #expect(try FaultTrial.stuck(MS5611.self, at: 0x00, chip: MS5611Chip()).isEmpty)
    #expect(try FaultTrial.stuck(MS5611.self, at: 0xFF, chip: MS5611Chip()).isEmpty)
  }
}
