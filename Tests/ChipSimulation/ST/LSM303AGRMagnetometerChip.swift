import HeadingChips
import HeadingGeometry

/// Magnetometer of the LSM303AGR by data sheet DocID027765 Rev 5: section 8, registers.
///
/// Its axes are left-handed: y is against that of the package.
package final class LSM303AGRMagnetometerChip: STChip {
  /// Creates a chip after power-on.
  package init() { super.init([0x4F: 0x40, 0x60: 0x03]) }

  /// Offset that stays if the polarity is not set and reset by turns, G.
  private let offset = Vector3(0.3, -0.2, 0.1)

  package override var rate: Double {
    registers[0x60] & 3 == 0 ? [10, 20, 50, 100][Int(registers[0x60] >> 2 & 3)] : 0
  }

  package override func isReadOnly(_ register: UInt8) -> Bool {
    register == 0x4F || (0x67...0x6D).contains(register)
  }

  package override func write(_ value: UInt8, in register: UInt8) {
    if register == 0x60, value & 0x20 != 0 {
      (registers[0x60], registers[0x61], registers[0x62]) = (0x03, 0, 0)
    } else {
      registers[Int(register)] = value
    }
  }

  package override func take(_ environment: ChipEnvironment) {
    var gauss = environment.field * (1 / PhysicalConstants.gauss)
    gauss.y = -gauss.y
    if registers[0x61] & 0x02 == 0 { gauss = gauss + offset }
    if registers[0x62] & 0x02 != 0 { gauss = gauss + Vector3(0.2, 0.2, 0.2) * selfTestResponse }
    put(
      components(gauss).map { $0 / 1.5e-3 }, at: 0x68, isBlockUpdate: registers[0x62] & 0x10 != 0)
    registers[0x67] |= 0x0F
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    if register == 0x6D { registers[0x67] = 0 }
    return registers[Int(register)]
  }
}
