import HeadingChips
import HeadingGeometry

/// Accelerometer of the LSM303AGR and of the LSM303DLHC by data sheets DocID027765 Rev 5 and
/// DocID018771 Rev 2: registers, 12 bits aligned to the left.
package final class LSM303AccelerometerChip: STChip {
  private let isAGR: Bool

  /// Creates a chip after power-on.
  package init(isAGR: Bool) {
    self.isAGR = isAGR
    super.init([0x0F: 0x33, 0x20: 0x07], incrementBit: 0x80)
  }

  package override var rate: Double {
    [0, 1, 10, 25, 50, 100, 200, 400, 0, 0, 0, 0, 0, 0, 0, 0][Int(registers[0x20] >> 4)]
  }

  package override func isReadOnly(_ register: UInt8) -> Bool {
    [0x07, 0x0C, 0x0D, 0x0F].contains(register) || (0x27...0x2D).contains(register)
  }

  package override func take(_ environment: ChipEnvironment) {
    let range = Int(registers[0x23] >> 4 & 3)
    let milliG = (isAGR ? [0.98, 1.95, 3.9, 11.72] : [1, 2, 4, 12])[range]
    // ST: 01 is positive, 10 negative.
    let test: Double = [0, 1, -1, 0][Int(registers[0x23] >> 1 & 3)] * selfTestResponse
    let acceleration =
      environment.acceleration * (1000 / PhysicalConstants.standardGravity)
      + Vector3(300, 300, 300) * test
    // High resolution has 12 bits, otherwise ten.
    let bits: Double = registers[0x23] & 0x08 != 0 ? 16 : 64
    let counts = components(acceleration).map { value in
      min(max((value / milliG * 16 / bits).rounded() * bits, -32768), 32768 - bits)
    }
    put(counts, at: 0x28, isBlockUpdate: registers[0x23] & 0x80 != 0)
    if isAGR, registers[0x1F] & 0xC0 == 0xC0 {
      put([(environment.temperature - 25) * 256], at: 0x0C, isBlockUpdate: true)
    }
    registers[0x27] |= 0x0F
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    if register == 0x2D { registers[0x27] = 0 }
    return registers[Int(register)]
  }
}
