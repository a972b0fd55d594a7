import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

/// Accelerometers and gyroscopes of InvenSense and Bosch.
struct MotionChipTests {
  private func start(
    _ kind: InvenSenseBoschChip
  ) throws -> (SimulatedTime, SampledChip, any ChipDriver) {
    let time = SimulatedTime()
    let chip = try #require(kind.makeChip() as? SampledChip)
    return (time, chip, try kind.driver.init(time.connection(SimulatedBus(chip, time: time))))
  }

  @Test(arguments: InvenSenseBoschChip.motion)
  func `starts with 100 Hz, 4 g and 500 degrees a second`(_ kind: InvenSenseBoschChip) throws {
    let (_, _, driver) = try start(kind)
    #expect(driver.devices.map(\.name) == ["\(kind)-accel", "\(kind)-gyro"])
    #expect(driver.devices.allSatisfy { abs($0.rate - 100) <= 12.5 })
    let ranges = driver.devices.map { $0.channels[0].scale * 32768 }
    #expect(abs(ranges[0] - 4 * 9.80665) < 0.001)
    #expect(abs(ranges[1] * 180 / .pi - 500) < 1)
  }

  @Test(arguments: InvenSenseBoschChip.motion)
  func `measures in every range, and clips at its end`(_ kind: InvenSenseBoschChip) throws {
    var (time, chip, driver) = try start(kind)
    (chip as? MPUChip)?.bias = Vector3(0, 0, 0)
    (chip as? BoschMotionChip)?.crossSensitivity = 0
    chip.environment.temperature = 41
    for device in 0..<2 {
      for scale in driver.devices[device].channels[0].scales {
        try driver.setScale(scale, ofChannel: 0, ofDevice: device)
        #expect(driver.devices[device].channels[0].scale == scale)
        let truth = Vector3(0.31, -0.62, 0.93) * (32768 * scale)
        chip.environment.acceleration = device == 0 ? truth : Vector3(0, 0, 9.80665)
        chip.environment.rate = device == 1 ? truth : Vector3(0, 0, 0)
        let sample = try #require(
          try driver.record(0.1, time).last { $0.device == device })
        let error = driver.vector(sample) - truth
        #expect(error.squaredLength.squareRoot() < 2 * scale)
        let temperature = driver.devices[device].channels[1]
        let celsius = (Double(sample.counts.w) + temperature.offset) * temperature.scale / 1000
        #expect(abs(celsius - 41) < 0.01)

        chip.environment.acceleration = Vector3(-1e3, 1e3, 0)
        chip.environment.rate = Vector3(-1e3, 1e3, 0)
        let clipped = try #require(try driver.record(0.1, time).last { $0.device == device })
        #expect(clipped.counts.x == -32768 && clipped.counts.y == 32767)
      }
      #expect(throws: ChipError.unsupported("this range")) {
        try driver.setScale(0.123, ofChannel: 0, ofDevice: device)
      }
    }
    #expect(throws: ChipError.unsupported("this range")) {
      try driver.setScale(1, ofChannel: 1, ofDevice: 7)
    }
  }

  @Test(arguments: InvenSenseBoschChip.motion, [-0.01, 0, 0.01])
  func `times are those of the measurements, whatever the chip's clock`(
    _ kind: InvenSenseBoschChip, clockError: Double
  ) throws {
    var (time, chip, driver) = try start(kind)
    chip.clockError = clockError
    var last = [Int64.min, Int64.min]
    for rate in driver.devices[0].rates + [driver.devices[0].rates[0]] {
      try driver.setRate(rate, ofDevice: 1)
      #expect(driver.devices.allSatisfy { $0.rate == rate })
      let period = 1e9 / rate
      let (begin, first) = (time.now, chip.ends.count)
      let samples = try driver.record(max(0.5, 12 / rate), time)
      let expected = Double(time.now - begin) / period * (1 + clockError)
      for device in 0..<2 {
        let times = samples.filter { $0.device == device }.map(\.time)
        // The newest ones, as many as come in an interval, are still in the FIFO.
        let waiting = Double(driver.interval) / period
        #expect(abs(Double(times.count) - expected) <= 3 + waiting)
        #expect(zip([last[device]] + times, times).allSatisfy { $0 < $1 })
        last[device] = times.last ?? last[device]
        // Group delays of the filters by the register maps, ms: accelerometer, gyroscope.
        let delays: [Double: [Double]]? =
          switch kind {
          case .mpu9250, .mpu6500:
            [10: [32.48, 33.48], 100: [4.88, 5.9], 200: [2.88, 3.9], 1000: [1.88, 2.9]]
          case .mpu6050: [10: [19.0, 18.6], 100: [4.9, 4.8], 200: [3, 2.8], 1000: [2, 1.9]]
          default: nil
          }
        guard let delay = delays.map({ $0[rate]?[device] }) ?? 0 else { continue }
        let ends = Array(chip.ends[first...])
        for time in times.dropFirst(4) {
          let end = Double(time) + delay * 1e6
          let nearest = ends.map { abs(Double($0) - end) }.min() ?? .infinity
          // Half a millisecond is the time of the transactions.
          #expect(nearest < 0.5 * period + 0.5e6)
        }
      }
    }
    #expect(throws: ChipError.unsupported("77.0 Hz")) { try driver.setRate(77, ofDevice: 0) }
  }

  @Test(arguments: InvenSenseBoschChip.motion)
  func `an overrun of the FIFO loses samples and nothing else`(_ kind: InvenSenseBoschChip) throws {
    var (time, chip, driver) = try start(kind)
    chip.environment.acceleration = Vector3(1, 2, 3)
    chip.environment.rate = Vector3(0, 0, 0)
    (chip as? MPUChip)?.bias = Vector3(0, 0, 0)
    let before = try driver.record(0.2, time)
    // Far more than any FIFO holds.
    time.advance(by: 10_000_000_000)
    let after = try driver.record(0.2, time)
    let accelerations = (before + after).filter { $0.device == 0 }
    #expect(accelerations.count > 30)
    #expect(zip(accelerations, accelerations.dropFirst()).allSatisfy { $0.time < $1.time })
    for sample in before + after {
      let truth = sample.device == 0 ? Vector3(1, 2, 3) : Vector3(0, 0, 0)
      #expect((driver.vector(sample) - truth).squaredLength < 1e-4)
    }
    let newest = try #require(after.last)
    #expect(time.now - newest.time < 30_000_000)
  }

  @Test(arguments: InvenSenseBoschChip.motion + InvenSenseBoschChip.magnetometers)
  func `a stopped chip gives no samples`(_ kind: InvenSenseBoschChip) throws {
    var (time, chip, driver) = try start(kind)
    _ = try driver.record(0.1, time)
    try driver.stop()
    let count = chip.ends.count
    time.advance(by: 1_000_000_000)
    chip.measure(until: time.now)
    #expect(chip.ends.count == count)
  }

  @Test(arguments: InvenSenseBoschChip.motion)
  func `the self-test finds a weak sensor, and measuring goes on`(
    _ kind: InvenSenseBoschChip
  ) throws {
    for (isWeak, isGyroscope) in [(false, false), (true, false), (true, true)] {
      var (time, chip, driver) = try start(kind)
      if let chip = chip as? MPUChip {
        chip.selfTest = (isWeak && !isGyroscope ? 0.4 : 1.05, isWeak && isGyroscope ? 0.4 : 0.97)
      } else if let chip = chip as? ICM20948Chip {
        chip.selfTest = isWeak ? 0.4 : 0.9
      } else if let chip = chip as? BoschMotionChip {
        if isGyroscope { chip.isGyroscopeFine = false } else { chip.deflection = isWeak ? 0.7 : 1 }
      }
      let result = try #require(try driver.selfTest())
      #expect(result.hasPassed == !isWeak, "\(result.text)")
      chip.environment.acceleration = Vector3(0, 0, 9.80665)
      let sample = try #require(try driver.record(0.2, time).last { $0.device == 0 })
      #expect((driver.vector(sample) - Vector3(0, 0, 9.80665)).squaredLength < 1e-4)
    }
  }

  @Test func `the BMI270 needs its configuration, whole`() throws {
    for firmware in [nil, [], BoschMotionChip.configuration.dropLast(2), [0, 1, 2]] as [[UInt8]?] {
      let (time, chip) = (SimulatedTime(), BoschMotionChip(.bmi270))
      let bus = SimulatedBus(chip, time: time)
      let connection = ChipConnection(bus: bus, clock: time) { name in
        name == "bmi270-init-data.fw" ? firmware : nil
      }
      let error = #expect(throws: ChipError.self) { try BMI270(connection) }
      switch firmware?.count {
      case nil: #expect(error == .missingFirmware("bmi270-init-data.fw"))
      case 8190: #expect(error == .notReady("its configuration"))
      case let count?: #expect(error == .badData("\(count) bytes in bmi270-init-data.fw"))
      }
    }
  }

  @Test(arguments: [InvenSenseBoschChip.bmi160, .bmi270])
  func `frames of one sensor are read as well`(_ kind: InvenSenseBoschChip) throws {
    var (time, chip, driver) = try start(kind)
    (chip as? BoschMotionChip)?.isSplit = true
    chip.environment.acceleration = Vector3(1, 2, 3)
    chip.environment.rate = Vector3(3, 2, 1)
    _ = try driver.record(0.1, time)
    let samples = try driver.record(1, time)
    for device in 0..<2 {
      let truth = device == 0 ? Vector3(1, 2, 3) : Vector3(3, 2, 1)
      let own = samples.filter { $0.device == device }
      #expect(abs(own.count - 100) <= 1)
      #expect(own.allSatisfy { (driver.vector($0) - truth).squaredLength < 1e-4 })
    }
  }

  @Test func `an MPU-9255 is an MPU-9250`() throws {
    let (time, chip) = (SimulatedTime(), MPUChip(.mpu9250))
    chip.registers[0x75] = 0x73
    #expect(throws: Never.self) {
      try MPU9250(time.connection(SimulatedBus(chip, time: time)))
    }
  }

  @Test func `the BMI270's gyroscope is corrected for the cross sensitivity`() throws {
    for factor in [-64, -20, 0, 17, 63] {
      var (time, chip, driver) = try start(.bmi270)
      (chip as? BoschMotionChip)?.crossSensitivity = factor
      // The factor is read at the start.
      driver = try BMI270(time.connection(SimulatedBus(chip, time: time)))
      chip.environment.rate = Vector3(1, 2, 3)
      let sample = try #require(try driver.record(0.1, time).last { $0.device == 1 })
      #expect((driver.vector(sample) - Vector3(1, 2, 3)).squaredLength < 1e-5)
    }
  }

  @Test func `an error in another bank of the ICM-20948 leaves it in the first`() throws {
    let (time, chip) = (SimulatedTime(), ICM20948Chip())
    let bus = AlteredBus(SimulatedBus(chip, time: time))
    for failing in 0..<60 {
      bus.failing = nil
      var driver = try ICM20948(time.connection(bus))
      bus.fail(in: failing)
      let hasFailed: Bool
      do throws(ChipError) {
        try driver.setRate(225, ofDevice: 0)
        _ = try driver.selfTest()
        hasFailed = false
      } catch {
        hasFailed = true
      }
      #expect(hasFailed)
      #expect(chip.bank == 0)
    }
  }
}
