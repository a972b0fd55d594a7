import HeadingChips
import HeadingGeometry

/// LIS3MDL by data sheet DocID024204 Rev 6: section 7, registers; table 3, sensitivities.
package final class LIS3MDLChip: RegisterChip {
  private var measured: Int64 = 0

  /// Creates a chip after power-on.
  package init() {
    super.init([0x0F: 0x3D, 0x20: 0x10, 0x22: 0x03], incrementBit: 0x80)
  }

  private var rate: Double { 0.625 * Double(1 << Int(registers[0x20] >> 2 & 7)) }
  private var countsPerGauss: Double {
    [6842, 3421, 2281, 1711][Int(registers[0x21] >> 5 & 3)]
  }

  package override func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    if register == 0x21, value & 0x04 != 0 {
      for (register, value) in [0x20: 0x10, 0x21: 0, 0x22: 0x03, 0x23: 0, 0x24: 0] as [Int: UInt8] {
        registers[register] = value
      }
    } else if (0x20...0x24).contains(register) {
      registers[Int(register)] = value
    }
  }

  package override func measure(until time: Int64) {
    guard registers[0x22] & 3 == 0 else { return }
    let period = Int64(1e9 / rate)
    guard time / period > measured / period else { return }
    measured = time
    let gauss = environment.field * (1 / PhysicalConstants.gauss)
    set(gauss.x * countsPerGauss, at: 0x28)
    set(gauss.y * countsPerGauss, at: 0x2A)
    set(gauss.z * countsPerGauss, at: 0x2C)
    set((environment.temperature - 25) * 8, at: 0x2E)
    registers[0x27] |= 0x0F
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    // Reading the highest byte clears data-ready.
    if register == 0x2D { registers[0x27] = 0 }
    return registers[Int(register)]
  }
}
