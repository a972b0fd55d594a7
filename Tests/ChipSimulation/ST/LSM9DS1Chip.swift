import HeadingChips
import HeadingGeometry

/// Accelerometer and gyroscope of the LSM9DS1 by data sheet DocID025715 Rev 3: section 7,
/// registers; section 3.3, FIFO.
///
/// Figure 1: both have the same left-handed axes, x against the magnetometer's, whose axes are
/// those of the package here.
package final class LSM9DS1Chip: STChip {
  private static let initial: [UInt8: UInt8] = [0x1E: 0x38, 0x1F: 0x38, 0x22: 0x04]
  private var fifo: [(rate: [UInt8], acceleration: [UInt8])] = []
  private var hasOverrun = false
  private var areRatesRead = false

  /// Creates a chip after power-on.
  package init() {
    super.init(Self.initial.merging([0x0F: 0x68]) { $1 })
  }

  /// With both sensors on, the gyroscope's rate is that of both.
  package override var rate: Double {
    [0, 14.9, 59.5, 119, 238, 476, 952, 0][Int(registers[0x10] >> 5)]
  }

  package override func isReadOnly(_ register: UInt8) -> Bool {
    [0x0F, 0x15, 0x16, 0x17, 0x27, 0x2F].contains(register) || (0x18...0x1D).contains(register)
      || (0x28...0x2D).contains(register)
  }

  package override func write(_ value: UInt8, in register: UInt8) {
    if register == 0x22, value & 0x01 != 0 {
      for register in 0x10...0x2F where !isReadOnly(UInt8(register)) { registers[register] = 0 }
      for (register, value) in Self.initial { registers[Int(register)] = value }
      fifo = []
      return
    }
    registers[Int(register)] = value
    if register == 0x2E, value >> 5 == 0 { (fifo, hasOverrun) = ([], false) }
  }

  package override func take(_ environment: ChipEnvironment) {
    let die = { (vector: Vector3) in Vector3(-vector.x, vector.y, vector.z) }
    let tests = registers[0x24]
    let gravity = PhysicalConstants.standardGravity
    let acceleration =
      die(environment.acceleration) * (1000 / gravity)
      + Vector3(300, 300, 300) * (tests & 1 != 0 ? selfTestResponse : 0)
    let rate =
      die(environment.rate) * (180_000 / .pi)
      + Vector3(400_000, 400_000, 400_000) * (tests & 4 != 0 ? selfTestResponse : 0)
    let milliG = [0.061, 0.732, 0.122, 0.244][Int(registers[0x20] >> 3 & 3)]
    let milliDegrees = [8.75, 17.5, 0, 70][Int(registers[0x10] >> 3 & 3)]
    let isBlockUpdate = registers[0x22] & 0x40 != 0
    put(components(rate).map { $0 / milliDegrees }, at: 0x18, isBlockUpdate: isBlockUpdate)
    put(components(acceleration).map { $0 / milliG }, at: 0x28, isBlockUpdate: isBlockUpdate)
    put([(environment.temperature - 25) * 16], at: 0x15, isBlockUpdate: isBlockUpdate)
    registers[0x17] |= 0x07
    guard registers[0x23] & 0x02 != 0, registers[0x2E] >> 5 == 6 else { return }
    fifo.append((Array(registers[0x18...0x1D]), Array(registers[0x28...0x2D])))
    if fifo.count > 32 {
      fifo.removeFirst()
      hasOverrun = true
    }
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    let isStreaming = registers[0x23] & 0x02 != 0 && registers[0x2E] >> 5 == 6
    switch register {
    case 0x17, 0x27: return registers[0x17]
    case 0x2F: return UInt8(fifo.count) | (hasOverrun ? 0x40 : 0)
    case 0x18...0x1D:
      if register == 0x1D { registers[0x17] &= ~0x02 }
      guard isStreaming else { return registers[Int(register)] }
      areRatesRead = true
      return fifo.first?.rate[Int(register) - 0x18] ?? 0
    case 0x28...0x2D:
      if register == 0x2D { registers[0x17] &= ~0x01 }
      guard isStreaming, let oldest = fifo.first else { return registers[Int(register)] }
      // A slot is free once both sensors were read.
      if register == 0x2D, areRatesRead {
        fifo.removeFirst()
        (areRatesRead, hasOverrun) = (false, false)
      }
      return oldest.acceleration[Int(register) - 0x28]
    default: return registers[Int(register)]
    }
  }

  package override func next(after register: UInt8) -> UInt8 {
    // IF_ADD_INC.
    registers[0x22] & 0x04 != 0 ? register &+ 1 : register
  }
}
