import HeadingChips
import HeadingGeometry

/// Magnetometer of the LSM9DS1 by data sheet DocID025715 Rev 3: section 8, registers.
///
/// Figure 1: its axes are right-handed and serve as those of the package.
package final class LSM9DS1MagnetometerChip: STChip {
  /// Creates a chip after power-on.
  package init() {
    super.init([0x0F: 0x3D, 0x20: 0x10, 0x22: 0x03], incrementBit: 0x80)
  }

  package override var rate: Double {
    registers[0x22] & 3 == 0 ? 0.625 * Double(1 << Int(registers[0x20] >> 2 & 7)) : 0
  }

  package override func write(_ value: UInt8, in register: UInt8) {
    if register == 0x21, value & 0x04 != 0 {
      for (register, value) in [0x20: 0x10, 0x21: 0, 0x22: 0x03, 0x23: 0, 0x24: 0] as [Int: UInt8] {
        registers[register] = value
      }
    } else if (0x20...0x24).contains(register) {
      registers[Int(register)] = value
    }
  }

  package override func take(_ environment: ChipEnvironment) {
    let counts = [6842.0, 3421, 2281, 1711][Int(registers[0x21] >> 5 & 3)]
    // Self-test: bit 0 of CTRL_REG1_M; table 3 at 12 G.
    let test = registers[0x20] & 1 != 0 ? selfTestResponse : 0
    let gauss = environment.field * (1 / PhysicalConstants.gauss) + Vector3(2, 2, 0.5) * test
    put(
      components(gauss).map { $0 * counts }, at: 0x28, isBlockUpdate: registers[0x24] & 0x40 != 0)
    registers[0x27] |= 0x0F
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    // Reading the highest byte clears data-ready.
    if register == 0x2D { registers[0x27] = 0 }
    return registers[Int(register)]
  }
}
