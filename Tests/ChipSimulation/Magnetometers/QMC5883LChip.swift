import HeadingChips
package import HeadingGeometry

/// QMC5883L by data sheet QST 13-52-04: register map and the recommended set/reset period.
package final class QMC5883LChip: RegisterChip {
  private var measured: Int64 = 0
  /// Offset of the bridge without periodic set and reset pulses, G.
  package var bridge = Vector3(0.3, -0.2, 0.25)

  /// Creates a chip after power-on.
  package init() { super.init([0x0D: 0xFF]) }

  package override func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    guard (0x09...0x0B).contains(register) else { return }
    if register == 0x0A, value & 0x80 != 0 {
      for register in 0...0x0B { registers[register] = 0 }
    } else {
      registers[Int(register)] = value
      measured = time
    }
  }

  package override func measure(until time: Int64) {
    let control = registers[9]
    guard control & 3 == 1 else { return }
    let period = Int64(1e9 / [10.0, 50, 100, 200][Int(control >> 2 & 3)])
    guard time - measured >= period else { return }
    measured += (time - measured) / period * period
    let countsPerGauss = control & 0x30 == 0 ? 12000.0 : 3000
    let offset = registers[0x0B] == 1 ? Vector3(0, 0, 0) : bridge
    let counts = (environment.field * (1 / PhysicalConstants.gauss) + offset) * countsPerGauss
    for axis in 0..<3 { set(counts[axis], at: UInt8(2 * axis)) }
    registers[6] |= 1
    if counts.max() > 32767 || counts.min() < -32768 { registers[6] |= 2 }
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    if register < 6 { registers[6] = 0 }
    return registers[Int(register)]
  }
}
