import ChipSimulation
import HeadingChips
import HeadingGeometry
import Testing

/// The registers that a driver has read back.
struct SettingsWatchTests {
  /// The chips whose settings can be read, with their models.
  static var chips: [(any ChipDriver.Type, () -> any SimulatedChip)] {
    InvenSenseBoschChip.allCases.map { kind in (kind.driver, { kind.makeChip() }) }
      + STChipCase.all.map { chip in (chip.driver, { chip.chip() }) }
      + [
        (LIS3MDL.self, { LIS3MDLChip() }), (BNO055.self, { BNO055Chip() }),
        (HMC5883L.self, { HMC5883LChip() }), (QMC5883L.self, { QMC5883LChip() }),
        (QMC5883P.self, { QMC5883PChip() }),
      ]
  }

  @Test(arguments: chips.indices)
  func `a chip keeps its settings at every rate and range`(index: Int) throws {
    let (type, make) = Self.chips[index]
    let time = SimulatedTime()
    var driver = try type.init(time.connection(SimulatedBus(make(), time: time)))
    func check() throws {
      var watch = SettingsWatch()
      for second in 0..<20 { try watch.check(driver, at: time.now + Int64(second) * 1_000_000_000) }
    }
    try check()
    for device in driver.devices.indices {
      for rate in driver.devices[device].rates {
        try driver.setRate(rate, ofDevice: device)
        try check()
      }
      for scale in driver.devices[device].channels[0].scales {
        try driver.setScale(scale, ofChannel: 0, ofDevice: device)
        try check()
      }
    }
    #expect(try !driver.record(2, time).isEmpty)
  }

  @Test(arguments: chips.indices)
  func `a chip that lost its settings is found out`(index: Int) throws {
    let (type, make) = Self.chips[index]
    let time = SimulatedTime()
    let bus = SimulatedBus(make(), time: time)
    let driver = try type.init(time.connection(bus))
    guard driver is any CheckedDriver else { return }
    bus.chip = make()
    let error = #expect(throws: ChipError.self) {
      var watch = SettingsWatch()
      try watch.check(driver, at: time.now)
    }
    guard case .changedSetting? = error else {
      Issue.record("\(type.model.name): \(String(describing: error))")
      return
    }
  }

  @Test func `each register is compared once in as many seconds, and an error of reading is none`()
    throws
  {
    let (time, chip) = (SimulatedTime(), ICM20948Chip())
    let bus = AlteredBus(SimulatedBus(chip, time: time))
    let driver = try ICM20948(time.connection(bus))
    var watch = SettingsWatch()
    try watch.check(driver, at: time.now)
    var isDisturbed = true
    bus.alter = { bytes in
      defer { isDisturbed = false }
      return isDisturbed ? bytes.map { $0 ^ 0x02 } : bytes
    }
    try watch.check(driver, at: time.now + 1_000_000_000)
    #expect(!isDisturbed)
    // The pins.
    chip.alter(0x0F, inBank: 0)
    let error = #expect(throws: ChipError.self) {
      for second in 2..<12 { try watch.check(driver, at: time.now + Int64(second) * 1_000_000_000) }
    }
    #expect(error == .changedSetting("register 0x0F holds 0x00 instead of 0x02"))
  }

  @Test func `a copy of a chip that never keeps a register works after three starts`() throws {
    let (time, chip) = (SimulatedTime(), ICM20948Chip())
    let driver = try ICM20948(time.connection(SimulatedBus(chip, time: time)))
    chip.alter(0x14, inBank: 2)
    var watch = SettingsWatch()
    for _ in 0..<3 {
      #expect(throws: ChipError.self) { try watch.check(driver, at: time.now) }
      watch.restart()
    }
    for second in 0..<20 { try watch.check(driver, at: time.now + Int64(second) * 1_000_000_000) }
    // The other registers are compared as before.
    chip.alter(0x0F, inBank: 0)
    watch.restart()
    #expect(throws: ChipError.self) { try watch.check(driver, at: time.now) }
  }

  @Test func `a write that was altered at the start is found out`() throws {
    let (time, chip) = (SimulatedTime(), ICM20948Chip())
    let driver = try ICM20948(time.connection(SimulatedBus(chip, time: time)))
    // The accelerometer's range.
    chip.alter(0x14, inBank: 2)
    var watch = SettingsWatch()
    #expect(throws: ChipError.self) { try watch.check(driver, at: time.now) }
    #expect(chip.bank == 0)
  }
}
