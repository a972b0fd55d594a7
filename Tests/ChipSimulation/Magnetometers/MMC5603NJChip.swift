import HeadingChips
package import HeadingGeometry

/// MMC5603NJ by data sheet Rev B: registers, set and reset, temperature, automatic self-test.
package final class MMC5603NJChip: RegisterChip {
  private var bridges = MMCBridge()
  private var temperatureStarted: Int64?
  /// Offset of the bridges, G.
  package var bridge: Vector3 {
    get { bridges.offset }
    set { bridges.offset = newValue }
  }
  /// Response to the self-test coil in proportion to that at the factory.
  package var response = 1.0

  /// Creates a chip after power-on.
  package init() {
    super.init([0x39: 0x10, 0x18: 0x10, 0x27: 128 + 40, 0x28: 128 - 45, 0x29: 128 + 50])
  }

  package override func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    switch register {
    case 0x1B:
      if value & 0x08 != 0 { bridges.pulse(isSet: true, at: time) }
      if value & 0x10 != 0 { bridges.pulse(isSet: false, at: time) }
      if value & 0x01 != 0 {
        bridges.start(at: time)
        registers[0x18] &= ~0x40
      }
      if value & 0x02 != 0 {
        temperatureStarted = time
        registers[0x18] &= ~0x80
      }
      if value & 0x40 != 0 { selfTest() }
    case 0x1C where value & 0x80 != 0: bridges.pulse(isSet: true, at: time)
    case 0x1A...0x20: registers[Int(register)] = value
    default: break
    }
  }

  private func selfTest() {
    // Stored in units of 32 counts about 128, compared in units of 8 counts.
    let isWeak = (0..<3).contains { axis in
      let stored = abs(Double(registers[0x27 + axis]) - 128) * 32
      return stored * response < Double(registers[0x1E + axis]) * 8
    }
    let hasThresholds = registers[0x1E] > 0 && registers[0x1F] > 0 && registers[0x20] > 0
    registers[0x18] = registers[0x18] & ~0x20 | (isWeak || !hasThresholds ? 0x20 : 0)
  }

  package override func measure(until time: Int64) {
    if let start = temperatureStarted, time - start >= 5_000_000 {
      temperatureStarted = nil
      registers[9] = UInt8(((environment.temperature + 75) / 0.8).rounded())
      registers[0x18] |= 0x80
    }
    let duration = [6_600_000, 3_500_000, 2_000_000, 1_200_000][Int(registers[0x1C] & 3)]
    let gauss = environment.field * (1 / PhysicalConstants.gauss)
    guard let output = bridges.output(gauss, duration: Int64(duration), at: time) else { return }
    for axis in 0..<3 {
      let count = Int(min(max((524_288 + output[axis] * 16384).rounded(), 0), 1_048_575))
      registers[2 * axis] = UInt8(count >> 12)
      registers[2 * axis + 1] = UInt8(count >> 4 & 0xFF)
      registers[6 + axis] = UInt8(count & 15) << 4
    }
    registers[0x18] |= 0x40
  }
}
