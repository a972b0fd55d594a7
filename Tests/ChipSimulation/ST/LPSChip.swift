import HeadingChips

/// LPS22HB, LPS22HH, LPS25H and LPS25HB by data sheets DocID027083, DS12503, DocID023722,
/// DocID027112.
package final class LPSChip: STChip {
  /// The parts.
  package enum Part: Sendable {
    /// LPS22HB.
    case lps22hb
    /// LPS22HH.
    case lps22hh
    /// LPS25H; its successor LPS25HB has other values after power-on.
    case lps25h
  }

  private let part: Part

  /// Creates a chip after power-on.
  package init(_ part: Part) {
    self.part = part
    switch part {
    case .lps22hb: super.init([0x0F: 0xB1, 0x11: 0x10])
    case .lps22hh: super.init([0x0F: 0xB3, 0x11: 0x10])
    case .lps25h: super.init([0x0F: 0xBD, 0x10: 0x0F], incrementBit: 0x80)
    }
  }

  private var control1: Int { part == .lps25h ? 0x20 : 0x10 }
  private var control2: Int { part == .lps25h ? 0x21 : 0x11 }

  package override var rate: Double {
    let code = Int(registers[control1] >> 4 & 7)
    switch part {
    case .lps22hb: return [0, 1, 10, 25, 50, 75, 0, 0][code]
    case .lps22hh: return [0, 1, 10, 25, 50, 75, 100, 200][code]
    case .lps25h:
      return registers[control1] & 0x80 != 0 ? [0, 1, 7, 12.5, 25, 0, 0, 0][code] : 0
    }
  }

  package override func isReadOnly(_ register: UInt8) -> Bool {
    register == 0x0F || (0x27...0x2C).contains(register)
  }

  package override func write(_ value: UInt8, in register: UInt8) {
    if Int(register) == control2, value & 0x04 != 0 {
      registers[control1] = 0
      registers[control2] = part == .lps25h ? 0 : 0x10
    } else {
      registers[Int(register)] = value
    }
  }

  package override func take(_ environment: ChipEnvironment) {
    let bits = Int32(min(max(environment.pressure / 100 * 4096, -8_388_608), 8_388_607).rounded())
    // Without block data update the bytes belong to different measurements.
    let block: UInt8 = part == .lps25h ? 0x04 : 0x02
    let torn: UInt8 = registers[control1] & block != 0 ? 0 : 1
    registers[0x28] = UInt8(truncatingIfNeeded: bits)
    registers[0x29] = UInt8(truncatingIfNeeded: bits >> 8)
    registers[0x2A] = UInt8(truncatingIfNeeded: bits >> 16) &+ torn
    put(
      [
        part == .lps25h
          ? (environment.temperature - 42.5) * 480 : environment.temperature * 100
      ], at: 0x2B, isBlockUpdate: torn == 0)
    registers[0x27] = 0x03
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    defer {
      let (pressure, temperature): (UInt8, UInt8) = part == .lps25h ? (2, 1) : (1, 2)
      if register == 0x2A { registers[0x27] &= ~pressure }
      if register == 0x2C { registers[0x27] &= ~temperature }
    }
    return registers[Int(register)]
  }

  package override func next(after register: UInt8) -> UInt8 {
    part != .lps25h && registers[control2] & 0x10 == 0 ? register : register &+ 1
  }
}
