import ChipSimulation
import Testing

@testable import HeadingChips

/// Barometers of Bosch.
struct BarometerChipTests {
  private func start(
    _ kind: InvenSenseBoschChip
  ) throws -> (SimulatedTime, BoschBarometerChip, any ChipDriver) {
    let time = SimulatedTime()
    let chip = try #require(kind.makeChip() as? BoschBarometerChip)
    return (time, chip, try kind.driver.init(time.connection(SimulatedBus(chip, time: time))))
  }

  private func value(_ count: Int32, _ channel: ChipDevice.Channel) -> Double {
    (Double(count) + channel.offset) * channel.scale
  }

  @Test(arguments: InvenSenseBoschChip.barometers)
  func `measures pressure and temperature, at the rate that was set`(
    _ kind: InvenSenseBoschChip
  ) throws {
    var (time, chip, driver) = try start(kind)
    #expect(driver.devices[0].rate == 25)
    #expect(driver.devices[0].name == (kind == .bmp388 ? "bmp380" : "\(kind)"))
    for (pressure, temperature, humidity) in [
      (101_325.0, 25.0, 50.0), (95_000, -5, 20), (104_000, 40, 80),
    ] {
      chip.environment.pressure = pressure
      chip.environment.temperature = temperature
      chip.environment.humidity = humidity
      let sample = try #require(try driver.record(0.2, time).last)
      let channels = driver.devices[0].channels
      #expect(abs(value(sample.counts.x, channels[0]) * 1000 - pressure) < 0.5)
      #expect(abs(value(sample.counts.y, channels[1]) / 1000 - temperature) < 0.01)
      guard kind == .bme280 else { continue }
      #expect(abs(value(sample.counts.z, channels[2]) / 1000 - humidity) < 0.05)
    }
    var last = Int64.min
    for rate in driver.devices[0].rates {
      try driver.setRate(rate, ofDevice: 0)
      let first = chip.middles.count
      let times = try driver.record(20 / rate, time).map(\.time)
      #expect(abs(times.count - 20) <= 2)
      #expect(zip([last] + times, times).allSatisfy { $0 < $1 })
      last = times.last ?? last
      for time in times.dropFirst() {
        // The write takes 0.1 ms.
        #expect(chip.middles[(first - 1)...].contains { abs($0 - time) < 200_000 })
      }
    }
    #expect(throws: ChipError.unsupported("77.0 Hz")) { try driver.setRate(77, ofDevice: 0) }
  }

  /// BST-BMP280-DS001, section 3.12.
  @Test func `the data sheet's example of the BMP280`() throws {
    for kind in [.bmp280, .bme280] as [InvenSenseBoschChip] {
      var (time, chip, driver) = try start(kind)
      chip.raw = (pressure: 415_148, temperature: 519_888, humidity: 30_000)
      let sample = try #require(try driver.record(0.2, time).last)
      #expect(sample.counts.y == 2508)
      #expect(abs(Double(sample.counts.x) / 256 - 100_653.27) < 0.1)
    }
  }

  @Test func `the count of a skipped measurement is a temperature`() throws {
    var (time, chip, driver) = try start(.bme280)
    chip.raw = (pressure: 0x80000, temperature: 0x80000, humidity: 0x8000)
    let sample = try #require(try driver.record(0.2, time).last)
    // 25.08 °C and 4400 counts of 0.0003 °C.
    #expect(abs(Int(sample.counts.y) - 2646) < 5)
  }

  /// Values of a Python implementation of the formulas of Bosch's `BMP3_SensorAPI` in integers, with
  /// the calibration of a BMP388.
  @Test(arguments: [
    (6_555_000.0, 8_300_000.0, 111_556.61, 23.81), (7_000_000, 7_900_000, 102_619.54, 16.84),
    (6_200_000, 8_900_000, 120_185.66, 34.24),
  ])
  func `the BMP388's compensation`(
    _ pressure: Double, _ temperature: Double, _ pascal: Double, _ celsius: Double
  ) {
    let values = BMP3Calibration(BoschBarometerChip.registers388).values(
      pressure: pressure, temperature: temperature)
    // The integers are rounded down.
    #expect(abs(values.pressure - pascal) < 0.5)
    #expect(abs(values.temperature - celsius) < 0.02)
  }
}
