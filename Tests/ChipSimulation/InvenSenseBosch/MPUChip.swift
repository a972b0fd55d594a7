import HeadingChips
package import HeadingGeometry

/// MPU-6050 (RM-MPU-6000A-00), MPU-6500 and MPU-9250 (RM-MPU-9250A-00).
package final class MPUChip: SampledChip {
  /// Which chip.
  package enum Kind: Sendable {
    /// MPU-6050.
    case mpu6050
    /// MPU-6500.
    case mpu6500
    /// MPU-9250.
    case mpu9250
  }

  /// Response to the self-test relative to the factory's, accelerometer and gyroscope.
  package var selfTest = (accelerometer: 1.05, gyroscope: 0.97)
  /// Rotation at rest, °/s.
  package var bias = Vector3(1, -2, 0.5)

  private let kind: Kind
  private var fifo: InvenSenseFIFO
  private var resetEnd: Int64 = 0
  private static let codes: [UInt8] = [110, 120, 130]

  /// Creates a chip after power-on.
  package init(_ kind: Kind) {
    self.kind = kind
    fifo = InvenSenseFIFO(capacity: kind == .mpu6050 ? 1024 : 512)
    super.init([:])
    reset()
  }

  /// Whether the auxiliary bus is connected to the main one.
  package var isBypassed: Bool { registers[0x37] & 0x02 != 0 && registers[0x6A] & 0x20 == 0 }

  private func reset() {
    registers = [UInt8](repeating: 0, count: 256)
    registers[0x75] = [.mpu6050: 0x68, .mpu6500: 0x70, .mpu9250: 0x71][kind] ?? 0
    registers[0x6B] = kind == .mpu6050 ? 0x40 : 0x01
    for (index, code) in Self.codes.enumerated() {
      if kind == .mpu6050 {
        // Accelerometer 20, gyroscope 10.
        registers[0x0D + index] = 5 << 5 | 10
        registers[0x10] = 0
      } else {
        registers[index] = code
        registers[0x0D + index] = code
      }
    }
    fifo.removeAll()
  }

  package override var period: Int64? {
    guard registers[0x6B] & 0x40 == 0 else { return nil }
    // With the filter off the gyroscope samples at 8 kHz.
    let filter = registers[0x1A] & 7
    let clock: Int64 = filter == 0 || filter == 7 ? 125_000 : 1_000_000
    return clock * (Int64(registers[0x19]) + 1)
  }

  private func factory(_ index: Int, isGyroscope: Bool) -> Double {
    if kind == .mpu6050 {
      return isGyroscope
        ? [25 * 131, -25 * 131, 25 * 131][index] * 1.498_943
        : 4096 * 0.34 * 1.878_433
    }
    // 2620 · 1.01^109, 1.01^119 and 1.01^129.
    return 2620 * [2.958_215, 3.267_710, 3.609_585][index]
  }

  /// Takes bytes out of the FIFO, as a read at a disturbed address does.
  package func disturb(_ count: Int) { for _ in 0..<count { _ = fifo.next() } }

  package override func sample(at time: Int64) {
    let accelerometer = 16384 / Double(1 << Int(registers[0x1C] >> 3 & 3)) / 9.80665
    let gyroscope = [131, 65.5, 32.8, 16.4][Int(registers[0x1B] >> 3 & 3)]
    let force = environment.acceleration
    let rate = environment.rate * (180 / .pi) + bias
    for index in 0..<3 {
      let axis = UInt8(0x80) >> UInt8(index)
      let isTested = registers[0x1C] & axis != 0
      set(
        [force.x, force.y, force.z][index] * accelerometer
          + (isTested ? factory(index, isGyroscope: false) * selfTest.accelerometer : 0),
        at: UInt8(0x3B + 2 * index), isBigEndian: true)
      let isTurned = registers[0x1B] & axis != 0
      set(
        [rate.x, rate.y, rate.z][index] * gyroscope
          + (isTurned ? factory(index, isGyroscope: true) * selfTest.gyroscope : 0),
        at: UInt8(0x43 + 2 * index), isBigEndian: true)
    }
    let celsius = environment.temperature
    set(
      kind == .mpu6050 ? (celsius - 36.53) * 340 : (celsius - 21) * 333.87, at: 0x41,
      isBigEndian: true)
    registers[0x3A] |= 0x01
    guard registers[0x6A] & 0x40 != 0 else { return }
    var frame: [UInt8] = []
    let enabled = registers[0x23]
    if enabled & 0x08 != 0 { frame += registers[0x3B..<0x41] }
    if enabled & 0x80 != 0 { frame += registers[0x41..<0x43] }
    for (index, bit) in [0x40, 0x20, 0x10].enumerated() where Int(enabled) & bit != 0 {
      frame += registers[0x43 + 2 * index..<0x45 + 2 * index]
    }
    fifo.append(frame, stopsWhenFull: kind != .mpu6050 && registers[0x1A] & 0x40 != 0)
  }

  package override func apply(_ value: UInt8, to register: UInt8, at time: Int64) {
    switch register {
    case 0x6B where value & 0x80 != 0:
      reset()
      resetEnd = time + 10_000_000
    // In sleep mode only the power registers can be written.
    case 0x6B, 0x6C: registers[Int(register)] = value
    case _ where registers[0x6B] & 0x40 != 0: break
    case 0x6A:
      registers[0x6A] = value & ~0x07
      if value & 0x04 != 0 { fifo.removeAll() }
    case 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x23, 0x37, 0x38: registers[Int(register)] = value
    default: break
    }
    if register == 0x19 { restart() }
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    switch register {
    case 0x6B where time < resetEnd: return 0x80
    case 0x3A:
      // The overflow is told only with its interrupt enabled; reading clears the status.
      let isTold = fifo.hasOverflowed && registers[0x38] & 0x10 != 0
      defer { (registers[0x3A], fifo.hasOverflowed) = (0, false) }
      return registers[0x3A] | (isTold ? 0x10 : 0)
    case 0x72: return UInt8(fifo.bytes.count >> 8)
    case 0x73: return UInt8(fifo.bytes.count & 0xFF)
    case 0x74: return fifo.next()
    default: return registers[Int(register)]
    }
  }

  package override func next(after register: UInt8) -> UInt8 {
    register == 0x74 ? 0x74 : register &+ 1
  }
}
