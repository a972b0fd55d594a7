import ChipSimulation
import HeadingGeometry
import Testing

@testable import HeadingChips

/// Chips and buses that do not behave.
struct ChipFaultTests {
  private func makeBus(_ kind: InvenSenseBoschChip) -> (SimulatedTime, AlteredBus) {
    let time = SimulatedTime()
    return (time, AlteredBus(SimulatedBus(kind.makeChip(), time: time)))
  }

  @Test(arguments: InvenSenseBoschChip.allCases)
  func `a chip with another identity is not written to`(_ kind: InvenSenseBoschChip) throws {
    // A sleeping BMM150 cannot be told from a chip of which all registers are zero.
    for value in UInt8(kind == .bmm150 ? 1 : 0)...0xFF {
      let (time, chip) = (SimulatedTime(), ForeignChip(value))
      guard !kind.driver.model.identities.allSatisfy({ value & $0.mask == $0.value & $0.mask })
      else { continue }
      let error = #expect(throws: ChipError.self) {
        try kind.driver.init(time.connection(SimulatedBus(chip, time: time)))
      }
      guard case .wrongIdentity? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(chip.writes == 0)
    }
  }

  @Test(arguments: InvenSenseBoschChip.allCases)
  func `every transaction may fail`(_ kind: InvenSenseBoschChip) throws {
    for failing in 0..<120 {
      let (time, bus) = makeBus(kind)
      bus.failing = failing
      var samples: [ChipSample] = []
      let error = #expect(throws: ChipError.self) {
        var driver = try kind.driver.init(time.connection(bus))
        for _ in 0..<120 {
          try driver.read(into: &samples)
          time.advance(by: driver.interval)
        }
      }
      #expect(error == .bus(.notAcknowledged))
      // The next driver on the same bus works.
      bus.failing = nil
      var driver = try kind.driver.init(time.connection(bus))
      #expect(try !driver.record(0.2, time).isEmpty)
    }
  }

  @Test(arguments: InvenSenseBoschChip.allCases)
  func `a chip that ceases to measure is reported`(_ kind: InvenSenseBoschChip) throws {
    let (time, bus) = makeBus(kind)
    var driver = try kind.driver.init(time.connection(bus))
    _ = try driver.record(0.2, time)
    (bus.bus.chip as? SampledChip)?.isStuck = true
    (bus.bus.chip as? BoschBarometerChip)?.isStuck = true
    let begin = time.now
    let error = #expect(throws: ChipError.self) { try driver.record(10, time) }
    guard case .notReady? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(time.now - begin < 2_000_000_000)
  }

  @Test(arguments: InvenSenseBoschChip.allCases)
  func `a chip that lost its supply is reported or goes on`(_ kind: InvenSenseBoschChip) throws {
    let (time, bus) = makeBus(kind)
    var driver = try kind.driver.init(time.connection(bus))
    _ = try driver.record(0.2, time)
    // As after power-on.
    bus.bus.chip = kind.makeChip()
    do throws(ChipError) {
      var samples: [ChipSample] = []
      let end = time.now + 2_000_000_000
      while time.now < end {
        try driver.read(into: &samples)
        time.advance(by: driver.interval)
      }
      #expect(samples.count >= 49)
    } catch {
      switch error {
      // The measurement under way, or what was written for it.
      case .notReady, .changedSetting: break
      default: Issue.record("\(error)")
      }
    }
    driver = try kind.driver.init(time.connection(bus))
    #expect(try !driver.record(0.5, time).isEmpty)
  }

  @Test(arguments: InvenSenseBoschChip.allCases)
  func `a stuck data line does not hold the driver`(_ kind: InvenSenseBoschChip) throws {
    for value in stride(from: UInt8.min, through: .max, by: 5) {
      let (time, bus) = makeBus(kind)
      var driver = try kind.driver.init(time.connection(bus))
      bus.bus.fault = .stuck(value)
      let begin = bus.bus.transactions
      _ = try? driver.record(2, time)
      _ = try? driver.selfTest()
      #expect(bus.bus.transactions - begin < 60_000)
      _ = try? kind.driver.init(time.connection(bus))
    }
  }

  @Test(arguments: InvenSenseBoschChip.allCases)
  func `flipped bits and random bytes cause no trap`(_ kind: InvenSenseBoschChip) throws {
    var state: UInt64 = 20_260_101
    func random() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    for round in 0..<45 {
      let (time, bus) = makeBus(kind)
      var transaction = 0
      let identities = kind.driver.model.identities.count + (kind == .ak8963 ? 1 : 0)
      bus.alter = { bytes in
        transaction += 1
        // The identity stays, or nothing but it would be tested.
        guard transaction > identities else { return bytes }
        switch round % 3 {
        case 0: return bytes.map { _ in random() }
        case 1: return bytes.map { random() < 32 ? $0 ^ 1 << (random() & 7) : $0 }
        default: return bytes.map { _ in random() < 128 ? 0xFF : 0x00 }
        }
      }
      guard var driver = try? kind.driver.init(time.connection(bus)) else { continue }
      var samples: [ChipSample] = []
      for index in 0..<150 {
        try? driver.read(into: &samples)
        time.advance(by: driver.interval)
        if index == 75 { _ = try? driver.selfTest() }
        let rates = driver.devices[0].rates
        if index % 50 == 20 { try? driver.setRate(rates[index / 50 % rates.count], ofDevice: 0) }
      }
    }
  }

  @Test(arguments: InvenSenseBoschChip.allCases)
  func `the catalogue finds the driver by the identities`(_ kind: InvenSenseBoschChip) {
    let (time, bus) = makeBus(kind)
    let found = ChipCatalogue.drivers.map { $0.model }.first { model in
      guard !Set(model.addresses).isDisjoint(with: kind.driver.model.addresses) else {
        return false
      }
      let registers = Registers(time.connection(bus), addressing: model.addressing)
      return (try? model.check(registers)) != nil
    }
    #expect(found == kind.driver.model)
  }

  @Test func `extreme calibrations cause no trap`() {
    let extremes: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xFF]
    var state: UInt64 = 7
    func pick() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return extremes[Int(state >> 33) % extremes.count]
    }
    for _ in 0..<20_000 {
      let calibration = BMx280Calibration(
        (0..<26).map { _ in pick() }, humidity: (0..<7).map { _ in pick() })
      for raw in [0, 1, 0x7FFFF, 0x80001, 0xFFFFF] as [Int32] {
        _ = calibration.values(pressure: raw, temperature: raw, humidity: raw & 0xFFFF)
        _ = calibration.values(pressure: 0xFFFFF - raw, temperature: raw, humidity: 0xFFFF)
      }
      let calibration3 = BMP3Calibration((0..<21).map { _ in pick() })
      let values = calibration3.values(pressure: 16_777_215, temperature: Double(pick()) * 65793)
      _ = Int32(saturating: 256 * values.pressure)
      _ = Int32(saturating: 100 * values.temperature)
      let trim = BMM150Trim((0..<BMM150Trim.count).map { _ in pick() })
      for value in trim.field((0..<8).map { _ in pick() }) ?? [] { _ = Int32(saturating: value) }
    }
    #expect(Int32(saturating: .nan) == 0)
    #expect(Int32(saturating: .infinity) == .max && Int32(saturating: -.infinity) == .min)
  }
}
