import ChipSimulation
import HeadingChips
import Testing

/// Chips that were left in another page of registers.
struct ChipPageTests {
  @Test func `a BNO055 in page 1 is found`() throws {
    let chip = BNO055Chip()
    var trial = try ChipTrial<BNO055>(chip)
    chip.pages[0][7] = 1
    trial.driver = try BNO055(trial.bus.connection)
    #expect(chip.pages[0][7] == 0)
    #expect(try !trial.samples(seconds: 0.2).isEmpty)
  }

  @Test func `an ICM-20948 in bank 2 is found`() throws {
    let chip = ICM20948Chip()
    var trial = try ChipTrial<ICM20948>(chip)
    chip.select(bank: 2)
    trial.driver = try ICM20948(trial.bus.connection)
    #expect(chip.bank == 0)
    #expect(try !trial.samples(seconds: 0.2).isEmpty)
  }

  @Test(arguments: 0..<4)
  func `a chip with one other register is not written to`(index: Int) throws {
    let page = try #require(BNO055.model.page)
    let chip = RegisterChip([:])
    for identity in page.identities { chip.registers[Int(identity.register)] = identity.value }
    let other = page.identities[index]
    chip.registers[Int(other.register)] = other.value ^ other.mask
    let before = chip.registers
    #expect(throws: ChipError.wrongIdentity("00 00 00 00")) { try ChipTrial<BNO055>(chip) }
    #expect(chip.registers == before)
  }
}
