package import HeadingChips
import HeadingGeometry

/// LSM6DS3, LSM6DSL and LSM6DSO by their data sheets DocID026899, DocID028475 and DS12140.
///
/// Both sensors have the axes of the package.
package final class LSM6DSChip: STChip {
  /// The parts, with the value of WHO_AM_I.
  package enum Part: UInt8, Sendable {
    /// LSM6DS3: FIFO of 4096 words of 16 bits.
    case lsm6ds3 = 0x69
    /// LSM6DSL: FIFO of 2048 words of 16 bits.
    case lsm6dsl = 0x6A
    /// LSM6DSO: FIFO of 512 words of seven bytes.
    case lsm6dso = 0x6C
  }

  private let part: Part
  /// Words of two bytes, or of seven.
  private var fifo: [[UInt8]] = []
  /// Position in the pattern of the oldest word.
  private var pattern = 0
  private var hasOverrun = false
  private var position = 0

  /// Creates a chip after power-on.
  package init(_ part: Part) {
    self.part = part
    super.init([0x0F: part.rawValue, 0x12: 0x04, 0x18: 0xE0])
  }

  private var isTagged: Bool { part == .lsm6dso }
  private var capacity: Int { [.lsm6ds3: 4096, .lsm6dsl: 2048, .lsm6dso: 512][part] ?? 0 }
  private var accelerationCode: UInt8 { registers[0x10] >> 4 }
  private var rateCode: UInt8 { registers[0x11] >> 4 }

  package override var rate: Double {
    let rates = [0, 12.5, 26, 52, 104, 208, 416, 833, 1660, 3330, 6660, 0, 0, 0, 0, 0]
    return rates[Int(max(accelerationCode, rateCode))]
  }

  package override func isReadOnly(_ register: UInt8) -> Bool {
    register == 0x0F || (0x1E...0x3F).contains(register) || (0x78...0x7E).contains(register)
  }

  package override func write(_ value: UInt8, in register: UInt8) {
    if register == 0x12, value & 0x01 != 0 {
      for register in 0x06...0x19 where register != 0x0F { registers[register] = 0 }
      registers[0x12] = 0x04
      registers[0x18] = 0xE0
      fifo = []
      return
    }
    registers[Int(register)] = value
    if register == 0x0A, value & 7 == 0 { (fifo, pattern, hasOverrun) = ([], 0, false) }
  }

  package override func take(_ environment: ChipEnvironment) {
    let gravity = PhysicalConstants.standardGravity
    let tests = registers[0x14]
    let accelerationTest: Double = [0, 1, -1, 0][Int(tests & 3)] * selfTestResponse
    let rateTest: Double = [0, 1, 0, -1][Int(tests >> 2 & 3)] * selfTestResponse
    let acceleration =
      environment.acceleration * (1000 / gravity)
      + Vector3(500, 500, 500) * accelerationTest
    let rate =
      environment.rate * (180_000 / .pi)
      + Vector3(400_000, 400_000, 400_000) * rateTest
    let milliG = [0.061, 0.488, 0.122, 0.244][Int(registers[0x10] >> 2 & 3)]
    let milliDegrees =
      registers[0x11] & 2 != 0
      ? 4.375 : [8.75, 17.5, 35, 70][Int(registers[0x11] >> 2 & 3)]
    let isBlockUpdate = registers[0x12] & 0x40 != 0
    if rateCode != 0 {
      put(components(rate).map { $0 / milliDegrees }, at: 0x22, isBlockUpdate: isBlockUpdate)
      registers[0x1E] |= 0x02
    }
    if accelerationCode != 0 {
      put(components(acceleration).map { $0 / milliG }, at: 0x28, isBlockUpdate: isBlockUpdate)
      registers[0x1E] |= 0x01
    }
    let perDegree: Double = part == .lsm6ds3 ? 16 : 256
    put([(environment.temperature - 25) * perDegree], at: 0x20, isBlockUpdate: isBlockUpdate)
    guard registers[0x0A] & 7 == 6 else { return }
    fill()
    while fifo.count > capacity {
      fifo.removeFirst()
      pattern = (pattern + 1) % 6
      hasOverrun = true
    }
  }

  private func fill() {
    if isTagged {
      // Batch data rates: accelerometer below, gyroscope above.
      if registers[0x09] >> 4 == rateCode, rateCode != 0 {
        fifo.append([0x01 << 3] + registers[0x22...0x27])
      }
      if registers[0x09] & 0x0F == accelerationCode, accelerationCode != 0 {
        fifo.append([0x02 << 3] + registers[0x28...0x2D])
      }
    } else if registers[0x08] & 0x3F == 0x09, registers[0x0A] >> 3 & 0x0F == rateCode {
      for register in stride(from: 0x22, to: 0x2E, by: 2) {
        fifo.append(Array(registers[register...register + 1]))
      }
    }
  }

  package override func write(_ bytes: [UInt8], at time: Int64) throws(BusError) {
    position = 0
    try super.write(bytes, at: time)
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    switch register {
    case 0x27: registers[0x1E] &= ~0x02
    case 0x2D: registers[0x1E] &= ~0x01
    case 0x3A: return UInt8(fifo.count & 0xFF)
    case 0x3B:
      let high = UInt8(fifo.count >> 8 & (isTagged ? 0x03 : part == .lsm6ds3 ? 0x0F : 0x07))
      let full: UInt8 = fifo.count == capacity ? 0x20 : 0
      let empty: UInt8 = fifo.isEmpty && !isTagged ? 0x10 : 0
      return high | full | empty | (hasOverrun ? 0x40 : 0)
    case 0x3C: return isTagged ? registers[0x3C] : UInt8(pattern)
    case 0x3D: return 0
    case 0x3E, 0x3F: if !isTagged { return pop(lastByte: 1) }
    case 0x78...0x7E: if isTagged { return pop(lastByte: 6) }
    default: break
    }
    return registers[Int(register)]
  }

  /// The next byte of the oldest word.
  private func pop(lastByte: Int) -> UInt8 {
    guard let word = fifo.first else { return 0 }
    defer {
      if position == lastByte {
        position = 0
        fifo.removeFirst()
        pattern = (pattern + 1) % 6
        hasOverrun = false
      } else {
        position += 1
      }
    }
    return word[position]
  }

  package override func next(after register: UInt8) -> UInt8 {
    // IF_INC; the FIFO's output repeats.
    guard registers[0x12] & 0x04 != 0 else { return register }
    if !isTagged, register == 0x3F { return 0x3E }
    if isTagged, register == 0x7E { return 0x78 }
    return register &+ 1
  }
}
