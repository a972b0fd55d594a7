import HeadingChips

/// HTS221 by data sheet DocID026333: section 7, registers; section 8, calibration.
package final class HTS221Chip: STChip {
  /// Creates a chip after power-on, with a calibration like that of real chips.
  ///
  /// 33.5 % at 4078 and 71 % at −9550 counts; 20.625 °C at −12 and 36.5 °C at 688 counts.
  package init() {
    super.init(
      [
        0x0F: 0xBC, 0x10: 0x1B, 0x30: 67, 0x31: 142, 0x32: 165, 0x33: 0x24, 0x35: 0x04,
        0x36: 0xEE, 0x37: 0x0F, 0x3A: 0xB2, 0x3B: 0xDA, 0x3C: 0xF4, 0x3D: 0xFF, 0x3E: 0xB0,
        0x3F: 0x02,
      ], incrementBit: 0x80)
  }

  package override var rate: Double {
    registers[0x20] & 0x80 != 0 ? [0, 1, 7, 12.5][Int(registers[0x20] & 3)] : 0
  }

  package override func isReadOnly(_ register: UInt8) -> Bool {
    register == 0x0F || register >= 0x27
  }

  package override func take(_ environment: ChipEnvironment) {
    let humidity = 4078 + (environment.humidity - 33.5) / (71 - 33.5) * (-9550 - 4078)
    let temperature = -12 + (environment.temperature - 20.625) / (36.5 - 20.625) * (688 + 12)
    put([humidity, temperature], at: 0x28, isBlockUpdate: registers[0x20] & 0x04 != 0)
    registers[0x27] = 0x03
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    defer {
      if register == 0x29 { registers[0x27] &= ~0x02 }
      if register == 0x2B { registers[0x27] &= ~0x01 }
    }
    return registers[Int(register)]
  }
}
