import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

/// Rates, times and FIFOs of ST's chips.
struct STTimingTests {
  @Test(arguments: STChipCase.all)
  func `each rate gives so many samples, evenly spaced`(chipCase: STChipCase) throws {
    var rig = try STChipRig(chipCase)
    for device in rig.driver.devices.indices {
      let rates = rig.driver.devices[device].rates
      #expect(rates == rates.sorted())
      for rate in rates {
        try rig.driver.setRate(rate, ofDevice: device)
        #expect(rig.driver.devices[device].rate == rate)
        // What was measured before the change may still be read.
        _ = try rig.run(seconds: 3 / rate)
        let seconds = max(1, 30 / rate)
        let samples = try rig.run(seconds: seconds).filter { $0.device == device }
        #expect(abs(Double(samples.count) - seconds * rate) <= 2 + 0.01 * seconds * rate)
        let gaps = zip(samples, samples.dropFirst()).map { Double($1.time - $0.time) * rate / 1e9 }
        #expect(gaps.allSatisfy { abs($0 - 1) < 0.15 }, "\(rate) Hz: \(gaps)")
      }
      #expect(throws: ChipError.self) { try rig.driver.setRate(33.3, ofDevice: device) }
    }
  }

  @Test(arguments: STChipCase.vectors)
  func `a change of rate or range gives no sample of the old settings`(
    chipCase: STChipCase
  ) throws {
    var rig = try STChipRig(chipCase)
    let environment = ChipAttitude(heading: 200, pitch: -10, roll: 25).environment
    rig.chip.environment = environment
    var samples: [ChipSample] = []
    for device in rig.driver.devices.indices {
      let (rates, scales) = (
        rig.driver.devices[device].rates, rig.driver.devices[device].channels[0].scales
      )
      for step in 0..<8 {
        let period = 1e9 / rig.driver.devices[device].rate
        rig.time.advance(by: Int64(Double(step) * 0.4 * period))
        if step % 2 == 0, let scale = scales.dropFirst(step / 2).first {
          try rig.driver.setScale(scale, ofChannel: 0, ofDevice: device)
        } else if let rate = rates.dropLast(step / 2).last {
          try rig.driver.setRate(rate, ofDevice: device)
        }
        let new = try rig.run(seconds: rig.settlingTime)
        for sample in new { rig.expect(sample, in: environment) }
        samples += new
      }
    }
    for device in rig.driver.devices.indices {
      let times = samples.filter { $0.device == device }.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test(arguments: STChipCase.all, [-0.05, 0, 0.05])
  func `times are those of the middle of the measurement, also if the chip's clock is off`(
    chipCase: STChipCase, clockError: Double
  ) throws {
    var rig = try STChipRig(chipCase)
    rig.chip.clockError = clockError
    let rate = rig.driver.devices[0].rate
    var samples = try rig.run(seconds: 150 / rate)
    let known = samples.count
    while samples.count == known {
      try rig.driver.read(into: &samples)
      rig.time.advance(by: rig.driver.interval)
    }
    let (last, truth) = (try #require(samples.last), try #require(rig.chip.measurementTimes.last))
    // When in the interval between two readings it ended is unknown; the loop adds a tenth of a
    // period.
    let bound = 0.5 * Double(rig.driver.interval) + 0.1e9 / rate
    #expect(abs(Double(last.time - truth)) < bound)
    let times = samples.filter { $0.device == 0 }.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: STChipCase.withFIFO)
  func `a pause overruns the FIFO and then the samples are right again`(
    chipCase: STChipCase
  ) throws {
    var rig = try STChipRig(chipCase)
    let environment = ChipAttitude(heading: 200, pitch: -10, roll: 25).environment
    rig.chip.environment = environment
    let before = try rig.run(seconds: 1)
    rig.time.advance(by: 20_000_000_000)
    let after = try rig.run(seconds: 1)
    #expect(after.count > 150)
    for sample in after { rig.expect(sample, in: environment) }
    for device in 0..<2 {
      let times = (before + after).filter { $0.device == device }.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
    let (last, truth) = (try #require(after.last), try #require(rig.chip.measurementTimes.last))
    #expect(abs(last.time - truth) < 15_000_000)
  }

  @Test(arguments: STChipCase.withFIFO)
  func `a short pause loses nothing`(chipCase: STChipCase) throws {
    var rig = try STChipRig(chipCase)
    _ = try rig.run(seconds: 1)
    let known = rig.chip.measurementTimes.count
    rig.time.advance(by: 200_000_000)
    let samples = try rig.run(seconds: 0.5).filter { $0.device == 0 }
    #expect(abs(samples.count - (rig.chip.measurementTimes.count - known)) <= 2)
    let gaps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }
    let period = Int64(1e9 / rig.driver.devices[0].rate)
    #expect(gaps.allSatisfy { $0 > period / 2 && $0 < 2 * period })
  }

  @Test(arguments: [STChipCase.lsm6ds3, .lsm6dsl])
  func `an incomplete pair in the FIFO is discarded`(chipCase: STChipCase) throws {
    var rig = try STChipRig(chipCase)
    let environment = ChipAttitude(heading: 200, pitch: -10, roll: 25).environment
    rig.chip.environment = environment
    for words in 1..<6 {
      rig.time.advance(by: 100_000_000)
      // Somebody else reads a part of the oldest pair.
      _ = try rig.bus.exchange([0x3E], reading: 2 * words)
      let samples = try rig.run(seconds: 0.3)
      #expect(samples.count > 50)
      for sample in samples { rig.expect(sample, in: environment) }
    }
  }

  @Test(arguments: STChipCase.all)
  func `a stopped chip does not measure`(chipCase: STChipCase) throws {
    var rig = try STChipRig(chipCase)
    #expect(rig.chip.rate > 0)
    try rig.driver.stop()
    #expect(rig.chip.rate == 0)
  }
}
