import ChipSimulation
import HeadingChips
import Testing

/// What the drivers demand of an I²C bus.
struct BusLoadTests {
  /// A bus that counts the bits on its clock line: nine for a byte, and start and stop.
  private final class MeteredBus: ChipBus {
    let kind = BusKind.i2c
    var bits = 0
    private let bus: SimulatedBus

    init(_ bus: SimulatedBus) { self.bus = bus }

    func write(_ bytes: [UInt8]) throws(BusError) {
      bits += 9 * (1 + bytes.count) + 2
      try bus.write(bytes)
    }

    func read(_ count: Int) throws(BusError) -> [UInt8] {
      bits += 9 * (1 + count) + 2
      return try bus.read(count)
    }

    func exchange(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
      bits += 9 * (2 + bytes.count + count) + 3
      return try bus.exchange(bytes, reading: count)
    }
  }

  @Test(arguments: SettingsWatchTests.chips.indices)
  func `a bus with 100 kHz carries every rate, with room for another chip`(index: Int) throws {
    let (type, make) = SettingsWatchTests.chips[index]
    let time = SimulatedTime()
    let bus = MeteredBus(SimulatedBus(make(), time: time))
    var driver = try type.init(time.connection(bus))
    for device in driver.devices.indices {
      for rate in driver.devices[device].rates {
        try driver.setRate(rate, ofDevice: device)
        _ = try driver.record(0.1, time)
        bus.bits = 0
        _ = try driver.record(2, time)
        #expect(bus.bits / 2 <= 80_000, "\(driver.devices[device].name) at \(rate) Hz")
      }
    }
  }
}
