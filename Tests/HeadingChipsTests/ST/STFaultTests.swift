import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

/// Faults of the bus and of ST's chips, and their self-tests.
struct STFaultTests {
  @Test(arguments: STChipCase.all)
  func `another chip at the address is not written to`(chipCase: STChipCase) throws {
    for identity in chipCase.driver.model.identities {
      let chip = chipCase.chip()
      chip.registers[Int(identity.register)] ^= 0x10
      let bus = SimulatedBus(chip, time: SimulatedTime())
      #expect(throws: ChipError.self) { _ = try chipCase.driver.init(bus.connection) }
      #expect(chip.writes == 0)
    }
  }

  @Test(arguments: STChipCase.all)
  func `an error of the bus is reported, and the next driver works`(chipCase: STChipCase) throws {
    var rig = try STChipRig(chipCase)
    for (fault, error) in [
      (SimulatedBus.Fault.notAcknowledged, BusError.notAcknowledged), (.stretched, .timedOut),
      (.gone, .gone),
    ] {
      rig.bus.fault = fault
      var samples: [ChipSample] = []
      #expect(throws: ChipError.bus(error)) { try rig.driver.read(into: &samples) }
      #expect(throws: ChipError.bus(error)) {
        _ = try chipCase.driver.init(rig.bus.connection)
      }
      rig.bus.fault = nil
      rig.driver = try chipCase.driver.init(rig.bus.connection)
      #expect(try !rig.run(seconds: rig.settlingTime).isEmpty)
    }
  }

  @Test(arguments: STChipCase.all, [0x00, 0xFF] as [UInt8])
  func `a stuck data line neither traps nor waits for ever`(
    chipCase: STChipCase, byte: UInt8
  ) throws {
    var rig = try STChipRig(chipCase)
    rig.bus.fault = .stuck(byte)
    #expect(throws: ChipError.self) { _ = try chipCase.driver.init(rig.bus.connection) }
    var samples: [ChipSample] = []
    for _ in 0..<20 {
      let before = rig.bus.transactions
      try rig.driver.read(into: &samples)
      #expect(rig.bus.transactions - before <= 70)
      rig.time.advance(by: rig.driver.interval)
    }
    let before = rig.bus.transactions
    let result = try? rig.driver.selfTest()
    #expect(result?.hasPassed != true)
    #expect(rig.bus.transactions - before <= 600)
    // Nothing is left of it.
    rig.bus.fault = nil
    rig.driver = try chipCase.driver.init(rig.bus.connection)
    #expect(try !rig.run(seconds: rig.settlingTime).isEmpty)
  }

  @Test(arguments: STChipCase.all, 0..<8)
  func `inverted bits do not trap`(chipCase: STChipCase, bit: Int) throws {
    var rig = try STChipRig(chipCase)
    rig.bus.fault = .flipped(bit: bit)
    _ = try? chipCase.driver.init(rig.bus.connection)
    var samples: [ChipSample] = []
    for _ in 0..<100 {
      try? rig.driver.read(into: &samples)
      rig.time.advance(by: rig.driver.interval)
    }
    _ = try? rig.driver.selfTest()
    for device in rig.driver.devices.indices {
      let times = samples.filter { $0.device == device }.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test(arguments: STChipCase.vectors)
  func `a delay between two transactions gives no sample another's time`(
    chipCase: STChipCase
  ) throws {
    let (time, chip) = (SimulatedTime(), chipCase.chip())
    let begin = time.now
    let ramp = { (time: Int64) in Double(time - begin) * 1e-9 - 10 }
    chip.motion = { time in
      var environment = ChipEnvironment()
      environment.acceleration = Vector3(ramp(time), 0, 0)
      environment.rate = Vector3(ramp(time) / 10, 0, 0)
      environment.field = Vector3(ramp(time) * 10e-6, 0, 0)
      return environment
    }
    let bus = AlteredBus(SimulatedBus(chip, time: time))
    var driver: any ChipDriver = try chipCase.driver.init(time.connection(bus))
    _ = try driver.record(0.5, time)
    var (count, transaction) = (0, 0)
    for delay in [30, 100, 300, 600] {
      for position in 1...6 {
        transaction = 0
        bus.alter = { bytes in
          transaction += 1
          if transaction == position { time.advance(by: Int64(delay) * 1_000_000) }
          return bytes
        }
        var samples: [ChipSample] = []
        for _ in 0..<8 {
          try driver.read(into: &samples)
          time.advance(by: driver.interval)
        }
        count += samples.count
        for sample in samples {
          let x = driver.vector(sample).x
          let scale = ["magn": 10.0, "anglvel": 10][driver.devices[sample.device].channels[0].type]
          #expect(abs(x * (scale ?? 1) - ramp(sample.time)) < 0.06, "\(delay) ms, \(position)")
        }
      }
    }
    #expect(count > 10)
  }

  @Test(arguments: STChipCase.all)
  func `the self-test tells a working sensor from a dead and a faulty one`(
    chipCase: STChipCase
  ) throws {
    var rig = try STChipRig(chipCase)
    let attitude = ChipAttitude(heading: 120, pitch: 10, roll: 5)
    for (response, hasPassed) in [(1.0, true), (0, false), (6, false)] {
      rig.chip.selfTestResponse = response
      let result = try rig.driver.selfTest()
      #expect(
        result?.hasPassed == (chipCase.hasSelfTest ? hasPassed : nil), "\(result?.text ?? "")")
    }
    // Rate and range are as before.
    rig.chip.environment = attitude.environment
    let samples = try rig.run(seconds: 2 * rig.settlingTime + 1)
    let rate = rig.driver.devices[0].rate
    let count = samples.filter { $0.device == 0 }.count
    #expect(abs(Double(count) - rate * (2 * rig.settlingTime + 1)) <= 0.1 * rate + 2)
    for device in rig.driver.devices.indices where rig.driver.devices[device].channels[0].isVector {
      rig.expect(
        try #require(samples.last { $0.device == device }), in: attitude.environment)
    }
  }

  @Test func `the catalogue has each chip of its own address once`() {
    let names = ChipCatalogue.drivers.map { $0.model.name }
    #expect(Set(names).count == names.count)
    let hosted = [
      "LSM9DS1 magnetometer", "LSM303AGR accelerometer", "LSM303DLHC accelerometer",
    ]
    for chipCase in STChipCase.all where !hosted.contains(chipCase.testDescription) {
      #expect(names.contains(chipCase.testDescription))
    }
  }
}
