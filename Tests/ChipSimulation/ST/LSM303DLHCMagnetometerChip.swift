import HeadingChips
import HeadingGeometry

/// Magnetometer of the LSM303DLHC by data sheet DocID018771 Rev 2: section 7.2, registers; table
/// 75, gains.
package final class LSM303DLHCMagnetometerChip: STChip {
  /// Creates a chip after power-on.
  package init() {
    super.init([
      0x00: 0x10, 0x01: 0x20, 0x02: 0x03, 0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33, 0x0F: 0x3C,
    ])
  }

  package override var rate: Double {
    registers[0x02] & 3 == 0
      ? [0.75, 1.5, 3, 7.5, 15, 30, 75, 220][Int(registers[0x00] >> 2 & 7)] : 0
  }

  package override func isReadOnly(_ register: UInt8) -> Bool { register > 0x02 }

  package override func take(_ environment: ChipEnvironment) {
    let gain = Int(registers[0x01] >> 5)
    let (xy, z) = (
      [0, 1100, 855, 670, 450, 400, 330, 230][gain], [0, 980, 760, 600, 400, 355, 295, 205][gain]
    )
    let gauss = environment.field * (1 / PhysicalConstants.gauss)
    for (register, value) in [
      (0x03, gauss.x * Double(xy)), (0x05, gauss.z * Double(z)), (0x07, gauss.y * Double(xy)),
    ] {
      let rounded = value.rounded()
      set(
        (-2048...2047).contains(rounded) ? rounded : -4096, at: UInt8(register), isBigEndian: true)
    }
    registers[0x09] = 0x01
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    if register == 0x08 { registers[0x09] = 0 }
    return registers[Int(register)]
  }
}
