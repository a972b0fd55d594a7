import HeadingChips
import HeadingGeometry

/// QMC5883P by data sheet QST 13-52-19, revision C: tables 2 and 14 to 18, sections 7 and 9.2.3.
package final class QMC5883PChip: RegisterChip {
  private var measured: Int64 = 0

  /// Creates a chip after power-on.
  package init() { super.init([0x00: 0x80]) }

  package override func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    switch register {
    case 0x0B where value & 0x80 != 0:
      for register in 1...0x29 { registers[register] = 0 }
    case 0x0A:
      // A change between measuring modes needs the suspend mode between them.
      let (old, new) = (registers[0x0A] & 3, value & 3)
      guard old == new || old == 0 || new == 0 else { return }
      registers[0x0A] = value
      measured = time
    case 0x0B, 0x29: registers[Int(register)] = value
    default: break
    }
  }

  package override func measure(until time: Int64) {
    let control = registers[0x0A]
    guard control & 3 == 1 else { return }
    let period = Int64(1e9 / [10.0, 50, 100, 200][Int(control >> 2 & 3)])
    guard time - measured >= period else { return }
    measured += (time - measured) / period * period
    let countsPerGauss = [1000.0, 2500, 3750, 15000][Int(registers[0x0B] >> 2 & 3)]
    let gauss = environment.field * (1 / PhysicalConstants.gauss)
    for axis in 0..<3 {
      // The axes are as drawn with the sign register of the examples, 0x06.
      let isReversed = (registers[0x29] ^ 0x06) >> UInt8(axis) & 1 != 0
      let count = gauss[axis] * countsPerGauss * (isReversed ? -1 : 1)
      set(count, at: UInt8(1 + 2 * axis))
      if abs(count) > 30000 { registers[9] |= 2 }
    }
    registers[9] |= 1
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    defer { if register == 9 { registers[9] = 0 } }
    return registers[Int(register)]
  }
}
