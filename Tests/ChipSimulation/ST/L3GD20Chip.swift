import HeadingChips
import HeadingGeometry

/// L3GD20 and L3GD20H by data sheets DocID022116 and DocID023469.
package final class L3GD20Chip: STChip {
  private let isH: Bool

  /// Creates a chip after power-on.
  package init(isH: Bool) {
    self.isH = isH
    super.init([0x0F: isH ? 0xD7 : 0xD4, 0x20: 0x07], incrementBit: 0x80)
  }

  package override var rate: Double {
    guard registers[0x20] & 0x08 != 0 else { return 0 }
    let code = Int(registers[0x20] >> 6)
    guard isH else { return [95, 190, 380, 760][code] }
    return (registers[0x39] & 1 != 0 ? [12.5, 25, 50, 50] : [100, 200, 400, 800])[code]
  }

  package override func isReadOnly(_ register: UInt8) -> Bool {
    register == 0x0F || (0x26...0x2D).contains(register)
  }

  package override func write(_ value: UInt8, in register: UInt8) {
    if isH, register == 0x39, value & 0x04 != 0 {
      for register in 0x20...0x39 { registers[register] = 0 }
      registers[0x20] = 0x07
    } else {
      registers[Int(register)] = value
    }
  }

  package override func take(_ environment: ChipEnvironment) {
    // ST: 01 is positive, 11 negative.
    let test: Double = [0, 1, 0, -1][Int(registers[0x23] >> 1 & 3)] * selfTestResponse
    let milliDegrees = [8.75, 17.5, 70, 70][Int(registers[0x23] >> 4 & 3)]
    let axes = registers[0x20]
    let rate =
      environment.rate * (180_000 / .pi) + Vector3(530_000, 530_000, 530_000) * test
    let enabled = [axes & 2 != 0, axes & 1 != 0, axes & 4 != 0]
    put(
      zip(components(rate), enabled).map { $1 ? $0 / milliDegrees : 0 }, at: 0x28,
      isBlockUpdate: registers[0x23] & 0x80 != 0)
    registers[0x27] |= 0x0F
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    if register == 0x2D { registers[0x27] = 0 }
    return registers[Int(register)]
  }
}
