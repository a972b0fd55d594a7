import HeadingChips
import HeadingGeometry

/// ICM-20948 by data sheet DS-000189: the banks of registers, the FIFO and the self-test.
package final class ICM20948Chip: SampledChip {
  /// Response to the self-test relative to the factory's.
  package var selfTest = 0.9

  private var banks = [[UInt8]](repeating: [UInt8](repeating: 0, count: 128), count: 4)
  private var fifo = InvenSenseFIFO(capacity: 512)
  private var resetEnd: Int64 = 0

  /// Creates a chip after power-on.
  package init() {
    super.init([:])
    reset()
  }

  /// The bank that is selected.
  package var bank: Int { Int(registers[0x7F] >> 4 & 3) }

  /// Sets the identity.
  package func setIdentity(_ value: UInt8) { banks[0][0] = value }

  /// Whether the auxiliary bus is connected to the main one.
  package var isBypassed: Bool { banks[0][0x0F] & 0x02 != 0 && banks[0][0x03] & 0x20 == 0 }

  private func reset() {
    for index in banks.indices { banks[index] = [UInt8](repeating: 0, count: 128) }
    banks[0][0x00] = 0xEA
    banks[0][0x06] = 0x41
    for index in 0..<3 {
      banks[1][0x02 + index] = 100
      banks[1][0x0E + index] = 100
    }
    banks[2][0x01] = 0x01
    banks[2][0x14] = 0x01
    registers[0x7F] = 0
    fifo.removeAll()
  }

  package override var period: Int64? {
    guard banks[0][0x06] & 0x40 == 0, banks[2][0x01] & 1 == 1, banks[2][0x14] & 1 == 1 else {
      return nil
    }
    // The FIFO has both sensors in a frame only if their rates agree.
    let divider = Int(banks[2][0x00])
    guard divider == Int(banks[2][0x10] & 0x0F) << 8 | Int(banks[2][0x11]) else { return nil }
    return Int64(Double(divider + 1) / 1125 * 1e9)
  }

  private func put(_ value: Double, _ register: Int) {
    let count = UInt16(bitPattern: Int16(min(max(value.rounded(), -32768), 32767)))
    banks[0][register] = UInt8(count >> 8)
    banks[0][register + 1] = UInt8(count & 0xFF)
  }

  /// Takes bytes out of the FIFO, as a read at a disturbed address does.
  package func disturb(_ count: Int) { for _ in 0..<count { _ = fifo.next() } }

  /// Selects a bank, as a program does that ends before it returns.
  package func select(bank: Int) { registers[0x7F] = UInt8(bank) << 4 }

  /// Changes a register, as a disturbed write does.
  package func alter(_ register: Int, inBank bank: Int) { banks[bank][register] ^= 0x02 }

  package override func sample(at time: Int64) {
    let accelerometer = 16384 / Double(1 << Int(banks[2][0x14] >> 1 & 3)) / 9.80665
    let gyroscope = [131, 65.5, 32.8, 16.4][Int(banks[2][0x01] >> 1 & 3)]
    let force = environment.acceleration
    let rate = environment.rate * (180 / .pi)
    // 2620 · 1.01^99.
    let response = 2620 * 2.678_033 * selfTest
    for index in 0..<3 {
      let isTested = banks[2][0x15] & 0x10 >> UInt8(index) != 0
      put(
        [force.x, force.y, force.z][index] * accelerometer + (isTested ? response : 0),
        0x2D + 2 * index)
      let isTurned = banks[2][0x02] & 0x20 >> UInt8(index) != 0
      put(
        [rate.x, rate.y, rate.z][index] * gyroscope + (isTurned ? response : 0), 0x33 + 2 * index)
    }
    put((environment.temperature - 21) * 333.87, 0x39)
    guard banks[0][0x03] & 0x40 != 0 else { return }
    let enabled = banks[0][0x67]
    var frame: [UInt8] = []
    if enabled & 0x10 != 0 { frame += banks[0][0x2D..<0x33] }
    for index in 0..<3 where enabled & 0x02 << UInt8(index) != 0 {
      frame += banks[0][0x33 + 2 * index..<0x35 + 2 * index]
    }
    if enabled & 0x01 != 0 { frame += banks[0][0x39..<0x3B] }
    fifo.append(frame, stopsWhenFull: banks[0][0x69] & 0x1F == 0x1F)
  }

  package override func apply(_ value: UInt8, to register: UInt8, at time: Int64) {
    switch (bank, register) {
    case (_, 0x7F): registers[0x7F] = value & 0x30
    case (0, 0x06) where value & 0x80 != 0:
      reset()
      resetEnd = time + 10_000_000
    case (0, 0x06): banks[0][0x06] = value
    case (0, 0x68):
      banks[0][0x68] = value
      if value & 0x1F != 0 { fifo.removeAll() }
    case (0, 0x03), (0, 0x07), (0, 0x0F), (0, 0x12), (0, 0x66), (0, 0x67), (0, 0x69):
      banks[0][Int(register)] = value
    case (2, 0x00...0x15):
      banks[2][Int(register)] = value
      restart()
    default: break
    }
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    switch (bank, register) {
    case (_, 0x7F): return registers[0x7F]
    case (0, 0x06) where time < resetEnd: return 0x80
    case (0, 0x1B):
      // The overflow is told only with its interrupt enabled; reading clears the status.
      defer { fifo.hasOverflowed = false }
      return fifo.hasOverflowed && banks[0][0x12] & 0x1F != 0 ? 0x01 : 0
    case (0, 0x70): return UInt8(fifo.bytes.count >> 8)
    case (0, 0x71): return UInt8(fifo.bytes.count & 0xFF)
    case (0, 0x72): return fifo.next()
    default: return banks[bank][Int(register & 0x7F)]
    }
  }

  package override func next(after register: UInt8) -> UInt8 {
    register == 0x72 ? 0x72 : register &+ 1
  }
}
