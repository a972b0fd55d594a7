import HeadingChips
package import HeadingGeometry

/// MMC5983MA by data sheet Rev A: registers; "Using set and reset to remove bridge offset".
package final class MMC5983MAChip: RegisterChip {
  private var bridges = MMCBridge()
  /// Offset of the bridges, G.
  package var bridge: Vector3 {
    get { bridges.offset }
    set { bridges.offset = newValue }
  }

  /// Creates a chip after power-on.
  package init() { super.init([0x2F: 0x30, 0x08: 0x10]) }

  package override func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    switch register {
    case 0x09:
      if value & 0x08 != 0 { bridges.pulse(isSet: true, at: time) }
      if value & 0x10 != 0 { bridges.pulse(isSet: false, at: time) }
      if value & 0x01 != 0 {
        bridges.start(at: time)
        registers[8] &= ~1
      }
    case 0x0A where value & 0x80 != 0: bridges.pulse(isSet: true, at: time)
    case 0x0A: registers[0x0A] = value
    default: break
    }
  }

  package override func measure(until time: Int64) {
    let duration = [8_000_000, 4_000_000, 2_000_000, 500_000][Int(registers[0x0A] & 3)]
    let field = environment.field * (1 / PhysicalConstants.gauss)
    // The frame of the die is left-handed: z points into the board.
    let gauss = Vector3(field.x, field.y, -field.z)
    guard let output = bridges.output(gauss, duration: Int64(duration), at: time) else { return }
    registers[6] = 0
    for axis in 0..<3 {
      let count = Int(min(max((131_072 + output[axis] * 16384).rounded(), 0), 262_143))
      registers[2 * axis] = UInt8(count >> 10)
      registers[2 * axis + 1] = UInt8(count >> 2 & 0xFF)
      registers[6] |= UInt8(count & 3) << UInt8(6 - 2 * axis)
    }
    registers[8] |= 1
  }
}
