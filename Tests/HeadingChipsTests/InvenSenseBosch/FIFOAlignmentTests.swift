import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

/// The bytes of a FIFO without marks are never taken for those of another axis.
struct FIFOAlignmentTests {
  private static let force = Vector3(1, 2, 9)

  /// Reads for a time and expects the truth of every sample.
  private func expectTruth(
    _ driver: inout any ChipDriver, _ seconds: Double, _ time: SimulatedTime
  ) throws -> Int {
    let samples = try driver.record(seconds, time)
    for sample in samples {
      let truth = sample.device == 0 ? Self.force : Vector3(0, 0, 0)
      #expect((driver.vector(sample) - truth).squaredLength < 1e-4)
    }
    return samples.count
  }

  private func chip(_ kind: InvenSenseBoschChip) throws -> SampledChip {
    let chip = try #require(kind.makeChip() as? SampledChip)
    chip.environment.acceleration = Self.force
    (chip as? MPUChip)?.bias = Vector3(0, 0, 0)
    return chip
  }

  @Test(arguments: [InvenSenseBoschChip.mpu6050, .mpu6500, .mpu9250, .icm20948])
  func `a delay between the number of bytes and the bytes shifts no sample`(
    _ kind: InvenSenseBoschChip
  ) throws {
    let (time, chip) = (SimulatedTime(), try chip(kind))
    let bus = AlteredBus(SimulatedBus(chip, time: time))
    var driver: any ChipDriver = try kind.driver.init(time.connection(bus))
    try driver.setRate(try #require(driver.devices[0].rates.last), ofDevice: 0)
    for milliseconds in stride(from: 1, through: 400, by: 7) {
      _ = try expectTruth(&driver, 0.05, time)
      // After the first transaction of a read, which is the number of bytes.
      var isFirst = true
      bus.alter = { bytes in
        if isFirst { time.advance(by: Int64(milliseconds) * 1_000_000) }
        isFirst = false
        return bytes
      }
      _ = try expectTruth(&driver, 0.02, time)
      bus.alter = nil
    }
    #expect(try expectTruth(&driver, 0.5, time) > 100)
  }

  @Test(arguments: [InvenSenseBoschChip.mpu6050, .mpu6500, .mpu9250, .icm20948], 1...13)
  func `bytes that are lost shift no sample`(_ kind: InvenSenseBoschChip, count: Int) throws {
    let (time, chip) = (SimulatedTime(), try chip(kind))
    var driver: any ChipDriver = try kind.driver.init(
      time.connection(SimulatedBus(chip, time: time)))
    _ = try expectTruth(&driver, 0.2, time)
    time.advance(by: 30_000_000)
    chip.measure(until: time.now)
    (chip as? MPUChip)?.disturb(count)
    (chip as? ICM20948Chip)?.disturb(count)
    // All but a few of the samples of half a second of two devices.
    #expect(try expectTruth(&driver, 0.5, time) > 80)
  }
}
