import HeadingChips
import HeadingGeometry

/// BMM150 by data sheet BST-BMM150-DS001, with the inverse of its compensation.
package final class BMM150Chip: SampledChip {
  /// Factory's values dig_x1, y1, x2, y2, z1, z2, z3, z4, xy1, xy2, xyz1.
  package struct Trim {
    package var x1 = 2
    package var y1 = -3
    package var x2 = 26
    package var y2 = 25
    package var z1 = 24_747
    package var z2 = 763
    package var z3 = 7
    package var z4 = -19
    package var xy1 = 29
    package var xy2 = -3
    package var xyz1 = 6753

    /// Creates the values of a typical chip.
    package init() {}
  }

  /// The factory's values.
  package var trim = Trim()
  /// Resistance of the Hall plate, which depends on the temperature.
  package var hall = 6800
  /// Field of the coil on z in the self-test, both ways together, µT.
  package var coil = 210.0
  /// Whether the signal path is in order.
  package var isPathFine = true
  /// Second chips at the address: the identity.
  package var identity: UInt8 = 0x32

  private var coilField = 0.0

  /// Creates a chip after power-on, in suspend mode.
  package init() { super.init([:]) }

  private var isAwake: Bool { registers[0x4B] & 0x01 != 0 }
  private var operation: UInt8 { registers[0x4C] >> 1 & 3 }

  package override var period: Int64? {
    guard isAwake, operation == 0 else { return nil }
    let rate = [10.0, 2, 6, 8, 15, 20, 25, 30][Int(registers[0x4C] >> 3 & 7)]
    // The preset must fit into the period.
    let (xy, z) = (Double(registers[0x51]) * 2 + 1, Double(registers[0x52]) + 1)
    let duration = 145e-6 * xy + 500e-6 * z + 980e-6
    return Int64(1e9 * max(1 / rate, duration))
  }

  /// Digits before the shift into the registers; overflow beyond ±1300 µT and ±2500 µT.
  private var digits: (x: Int, y: Int, z: Int) {
    let field = environment.field / 1e-6
    let ratio = (Double(trim.xyz1) / Double(hall) - 1) * 16384
    let gain =
      Double(trim.xy2) * (ratio * ratio / 268_435_456) + ratio * Double(trim.xy1) / 16384 + 256
    let x = (16 * field.x - 8 * Double(trim.x1)) * 8192 / (gain * Double(trim.x2 + 160))
    let y = (16 * field.y - 8 * Double(trim.y1)) * 8192 / (gain * Double(trim.y2 + 160))
    let slope = 4 * (Double(trim.z2) + Double(trim.z1) * Double(hall) / 32768)
    let z =
      ((field.z + coilField) * 16 * slope + Double(trim.z3 * (hall - trim.xyz1))) / 131_072
      + Double(trim.z4)
    return (
      abs(x) > 4095 ? -4096 : Int(x.rounded()), abs(y) > 4095 ? -4096 : Int(y.rounded()),
      abs(z) > 16383 ? -16384 : Int(z.rounded())
    )
  }

  package override func sample(at time: Int64) {
    let digits = digits
    put(digits.x << 3, 0x42)
    put(digits.y << 3, 0x44)
    put(digits.z << 1, 0x46)
    put(hall << 2 | 1, 0x48)
  }

  private func put(_ value: Int, _ register: Int) {
    registers[register] = UInt8(truncatingIfNeeded: value)
    registers[register + 1] = UInt8(truncatingIfNeeded: value >> 8)
  }

  package override func apply(_ value: UInt8, to register: UInt8, at time: Int64) {
    if register == 0x4B {
      if value & 0x82 == 0x82 { registers[0x4C] = 0x06 }
      if value & 0x01 != 0, !isAwake { registers[0x4C] = 0x06 }
      registers[0x4B] = value & 0x01
      restart()
      return
    }
    guard isAwake else { return }
    switch register {
    case 0x4C:
      let wasAsleep = operation == 3
      registers[0x4C] = value
      if value & 0x01 != 0, wasAsleep {
        for index in [0x42, 0x44, 0x46] { registers[index] = isPathFine ? 1 : 0 }
        registers[0x4C] &= ~1
      } else if operation == 1 {
        coilField = [0.0, 0, -coil / 2, coil / 2][Int(value >> 6)]
        sample(at: time)
        coilField = 0
        registers[0x4C] |= 0x06
      }
      restart()
    case 0x51, 0x52:
      registers[Int(register)] = value
      restart()
    default: break
    }
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    guard isAwake || register == 0x4B else { return 0 }
    func byte(_ value: Int, _ shift: Int = 0) -> UInt8 {
      UInt8(truncatingIfNeeded: value >> shift)
    }
    switch register {
    case 0x40: return identity
    case 0x48:
      let value = registers[0x48]
      registers[0x48] &= ~1
      return value
    case 0x5D: return byte(trim.x1)
    case 0x5E: return byte(trim.y1)
    case 0x62: return byte(trim.z4)
    case 0x63: return byte(trim.z4, 8)
    case 0x64: return byte(trim.x2)
    case 0x65: return byte(trim.y2)
    case 0x68: return byte(trim.z2)
    case 0x69: return byte(trim.z2, 8)
    case 0x6A: return byte(trim.z1)
    case 0x6B: return byte(trim.z1, 8)
    case 0x6C: return byte(trim.xyz1)
    case 0x6D: return byte(trim.xyz1, 8)
    case 0x6E: return byte(trim.z3)
    case 0x6F: return byte(trim.z3, 8)
    case 0x70: return byte(trim.xy2)
    case 0x71: return byte(trim.xy1)
    default: return registers[Int(register)]
    }
  }
}
