import ChipSimulation
import HeadingChips
import Testing

/// Chips of which each measurement is started by the driver, after a break of their supply.
struct SupplyResetTests {
  private static var chips: [(any ChipDriver.Type, () -> any SimulatedChip)] {
    InvenSenseBoschChip.barometers.map { kind in (kind.driver, { kind.makeChip() }) }
      + [
        (MMC5603NJ.self, { MMC5603NJChip() }), (MMC5983MA.self, { MMC5983MAChip() }),
        (MS5611.self, { MS5611Chip() }), (HMC5883L.self, { HMC5883LChip() }),
      ]
  }

  @Test(arguments: chips.indices)
  func `a chip that was reset gives no sample, and the driver ends`(index: Int) throws {
    let (type, make) = Self.chips[index]
    // A time in each part of a measurement and of the pause after it.
    for delay in 0..<20 {
      let time = SimulatedTime()
      let bus = SimulatedBus(make(), time: time)
      var driver = try type.init(bus.connection)
      #expect(try !driver.record(0.5, time).isEmpty)
      time.advance(by: Int64(delay) * 2_000_000)
      bus.chip = make()
      let begin = time.now
      var samples: [ChipSample] = []
      #expect(throws: ChipError.self, "\(type.model.name) after \(2 * delay) ms") {
        for _ in 0..<1000 {
          try driver.read(into: &samples)
          time.advance(by: driver.interval)
        }
      }
      #expect(samples.isEmpty)
      #expect(time.now - begin < 1_300_000_000)
      driver = try type.init(bus.connection)
      #expect(try !driver.record(0.5, time).isEmpty)
    }
  }
}
