import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

struct LIS3MDLTests {
  @Test func `measures the field, at the rate that was set`() throws {
    let (time, chip) = (SimulatedTime(), LIS3MDLChip())
    chip.environment.field = Vector3(20e-6, -30e-6, 40e-6)
    var driver = try LIS3MDL(SimulatedBus(chip, time: time).connection)
    try driver.setRate(40, ofDevice: 0)
    try driver.setScale(driver.devices[0].channels[0].scales[1], ofChannel: 0, ofDevice: 0)
    var samples: [ChipSample] = []
    let start = time.now
    while time.now < start + 2_000_000_000 {
      try driver.read(into: &samples)
      time.advance(by: driver.interval)
    }
    #expect(abs(samples.count - 80) <= 2)
    let scale = driver.devices[0].channels[0].scale * PhysicalConstants.gauss
    let last = try #require(samples.last)
    #expect(abs(Double(last.counts.x) * scale - 20e-6) < 0.03e-6)
    #expect(abs(Double(last.counts.y) * scale + 30e-6) < 0.03e-6)
    #expect(abs(Double(last.counts.z) * scale - 40e-6) < 0.03e-6)
    let celsius = (Double(last.counts.w) + driver.devices[0].channels[1].offset) / 8
    #expect(celsius == 25)
  }

  @Test func `another chip at its address is not written to`() throws {
    let (time, chip) = (SimulatedTime(), LIS3MDLChip())
    chip.registers[0x0F] = 0x3E
    let bus = SimulatedBus(chip, time: time)
    #expect(throws: ChipError.wrongIdentity("3E")) { try LIS3MDL(bus.connection) }
    #expect(bus.transactions == 1)
  }
}
