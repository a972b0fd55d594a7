import ChipSimulation
import HeadingGeometry
import Testing

@testable import HeadingChips

/// Magnetometers of AKM and Bosch.
struct MagnetometerChipTests {
  private func start(
    _ kind: InvenSenseBoschChip, _ prepare: (SampledChip) -> Void = { _ in }
  ) throws -> (SimulatedTime, SampledChip, any ChipDriver) {
    let time = SimulatedTime()
    let chip = try #require(kind.makeChip() as? SampledChip)
    prepare(chip)
    return (time, chip, try kind.driver.init(time.connection(SimulatedBus(chip, time: time))))
  }

  @Test(arguments: InvenSenseBoschChip.magnetometers)
  func `measures the field`(_ kind: InvenSenseBoschChip) throws {
    var (time, chip, driver) = try start(kind)
    #expect(driver.devices[0].name == (kind == .bmm150 ? "bmm150_magn" : "\(kind)"))
    #expect(driver.devices[0].rate == (kind == .bmm150 ? 30 : 100))
    for truth in [
      Vector3(20, -30, 40), Vector3(-45, 0, 3), Vector3(0, 0, 0), Vector3(900, -800, 1000),
    ] {
      chip.environment.field = truth * 1e-6
      let sample = try #require(try driver.record(0.2, time).last)
      let error = driver.vector(sample) * 100 - truth
      // A digit of the BMM150 is 0.3 µT.
      #expect(error.squaredLength.squareRoot() < 0.4, "\(driver.vector(sample) * 100)")
    }
  }

  @Test(arguments: InvenSenseBoschChip.magnetometers, [-0.01, 0, 0.01])
  func `times are the middle of the measurements`(
    _ kind: InvenSenseBoschChip, clockError: Double
  ) throws {
    var (time, chip, driver) = try start(kind)
    chip.clockError = clockError
    var last = Int64.min
    for rate in driver.devices[0].rates.reversed() {
      try driver.setRate(rate, ofDevice: 0)
      let (begin, first) = (time.now, chip.ends.count)
      let times = try driver.record(max(0.5, 12 / rate), time).map(\.time)
      let expected = Double(time.now - begin) * rate / 1e9 * (1 + clockError)
      #expect(abs(Double(times.count) - expected) <= 2)
      #expect(zip([last] + times, times).allSatisfy { $0 < $1 })
      last = times.last ?? last
      let half = kind == .bmm150 ? 8.3275e6 : 3.6e6
      for time in times {
        let nearest = chip.ends[first...].map { abs(Double($0 - time) - half) }.min() ?? .infinity
        #expect(nearest < 0.25e9 / rate + 0.5e6)
      }
    }
    #expect(throws: ChipError.unsupported("77.0 Hz")) { try driver.setRate(77, ofDevice: 0) }
  }

  @Test(arguments: InvenSenseBoschChip.magnetometers)
  func `an overflow gives no sample, and measuring goes on`(_ kind: InvenSenseBoschChip) throws {
    var (time, chip, driver) = try start(kind)
    chip.environment.field = Vector3(4000e-6, 1000e-6, 0)
    _ = try driver.record(0.2, time)
    #expect(try driver.record(0.5, time).isEmpty)
    chip.environment.field = Vector3(20e-6, 0, 0)
    #expect(try driver.record(0.5, time).count >= 13)
  }

  @Test(arguments: InvenSenseBoschChip.magnetometers)
  func `the self-test finds a defect, and measuring goes on`(_ kind: InvenSenseBoschChip) throws {
    for isDefective in [false, true] {
      var (time, chip, driver) = try start(kind) { chip in
        guard isDefective else { return }
        (chip as? AKMChip)?.selfTest = Vector3(30, -45, -100)
        (chip as? BMM150Chip)?.coil = 150
      }
      let result = try #require(try driver.selfTest())
      #expect(result.hasPassed == !isDefective, "\(result.text)")
      #expect(try driver.record(0.5, time).count >= 13)
      _ = chip
    }
    var (_, chip, driver) = try start(kind)
    guard let chip = chip as? BMM150Chip else { return }
    chip.isPathFine = false
    #expect(try driver.selfTest()?.hasPassed == false)
  }

  /// Values of a Python implementation of the formulas of Bosch's `BMM150_SensorAPI` in integers.
  @Test(arguments: [
    ([400, -600, 1200, 6700], [146.4375, -218.5, 428.734]),
    ([-3000, 2500, -9000, 7400], [-1077.9375, 892.75, -2895.648]),
  ])
  func `the BMM150's compensation`(_ digits: [Int], _ field: [Double]) throws {
    let chip = BMM150Chip()
    chip.registers[0x4B] = 0x01
    let trim = BMM150Trim((0x5D...0x71).map { chip.load($0, at: 0) })
    let registers = [digits[0] << 3, digits[1] << 3, digits[2] << 1, digits[3] << 2]
    let found = try #require(
      trim.field(
        registers.flatMap {
          [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }))
    // Integers round to 1/16 µT in several steps.
    for (found, field) in zip(found, field) {
      #expect(abs(found - field) < 0.0005 * abs(field) + 0.13)
    }
  }

  @Test func `the AK8963 is not taken for its relatives`() throws {
    for information in [0x04, 0x05, 0x09] as [UInt8] {
      let (time, chip) = (SimulatedTime(), AKMChip(.ak8963))
      chip.registers[0x01] = information
      #expect(throws: ChipError.wrongIdentity("48 0\(information)")) {
        try AK8963(time.connection(SimulatedBus(chip, time: time)))
      }
    }
  }
}
