package import HeadingChips
import HeadingGeometry

/// BMI160 (data sheet BST-BMI160-DS000) and BMI270 (BST-BMI270-DS000).
package final class BoschMotionChip: SampledChip {
  /// Which chip.
  package enum Kind: Sendable {
    /// BMI160.
    case bmi160
    /// BMI270.
    case bmi270
  }

  /// The configuration that a BMI270 needs.
  package static let configuration: [UInt8] = (0..<8192).map { UInt8(($0 * 31 + $0 >> 8) & 0xFF) }

  /// Deflection of the accelerometer by the self-test, both ways together, g.
  package var deflection = 1.0
  /// Whether the gyroscope's self-test succeeds.
  package var isGyroscopeFine = true
  /// Whether each sensor has frames of its own in the FIFO.
  package var isSplit = false
  /// Part of the gyroscope's z in its x, in 1/512, of a BMI270.
  package var crossSensitivity = 0

  private let kind: Kind
  private var frames: [[UInt8]] = []
  private var skipped = 0
  private var loaded: [UInt8] = []
  private var modes = (accelerometer: false, gyroscope: false)
  /// Bytes of the FIFO that a transaction has read.
  private var cursor = 0
  private var isReadingFIFO = false
  /// End of a BMI270's self-test of the gyroscope, ns.
  private var testEnd: Int64?

  /// Creates a chip after power-on.
  package init(_ kind: Kind) {
    self.kind = kind
    super.init([:])
    reset()
  }

  private var is160: Bool { kind == .bmi160 }
  private var capacity: Int { is160 ? 1024 : 2048 }
  private var fifoLength: UInt8 { is160 ? 0x22 : 0x24 }
  private var fifoData: UInt8 { is160 ? 0x24 : 0x26 }
  private var fifoSettings: Int { is160 ? 0x47 : 0x49 }

  private func reset() {
    registers = [UInt8](repeating: 0, count: 256)
    registers[0x00] = is160 ? 0xD1 : 0x24
    registers[0x40] = is160 ? 0x28 : 0xA8
    registers[0x41] = is160 ? 0x03 : 0x02
    registers[0x42] = is160 ? 0x28 : 0xA9
    registers[fifoSettings] = 0x10
    if !is160 { registers[0x7C] = 0x03 }
    modes = (false, false)
    loaded = [UInt8](repeating: 0, count: 8192)
    frames = []
    skipped = 0
  }

  /// Whether measurements are possible: a BMI270 needs its configuration.
  private var isRunning: Bool {
    is160
      ? modes.accelerometer && modes.gyroscope
      : registers[0x21] & 0x0F == 1 && registers[0x7D] & 0x06 == 0x06
  }

  package override var period: Int64? {
    let setting = registers[0x40] & 0x0F
    guard isRunning, setting >= 1, setting == registers[0x42] & 0x0F || registers[0x6D] != 0 else {
      return nil
    }
    return Int64(1e9 / (100 * Double(1 << Int(setting)) / 256))
  }

  private var accelerometerRange: Double {
    is160
      ? [3: 2.0, 5: 4, 8: 8, 12: 16][registers[0x41]] ?? 2
      : [2.0, 4, 8, 16][Int(registers[0x41] & 3)]
  }

  package override func sample(at time: Int64) {
    var force = environment.acceleration / 9.80665
    if registers[0x6D] & 0x03 == 0x01 {
      // The BMI270 deflects y the other way.
      let half = registers[0x6D] & 0x08 != 0 ? deflection / 2 : deflection / 16
      let sign = registers[0x6D] & 0x04 != 0 ? half : -half
      force += is160 ? Vector3(2.5, 2.5, 2.5) * sign : Vector3(18, -17, 12) * sign
    }
    var rate = environment.rate * (180 / .pi)
    rate.x += Double(crossSensitivity) / 512 * rate.z
    let accelerometer = 32768 / accelerometerRange
    let gyroscope = 16.4 * Double(1 << Int(registers[0x43] & 7))
    let first: (UInt8, UInt8) = is160 ? (0x12, 0x0C) : (0x0C, 0x12)
    for index in 0..<3 {
      let offset = UInt8(2 * index)
      set([force.x, force.y, force.z][index] * accelerometer, at: first.0 + offset)
      set([rate.x, rate.y, rate.z][index] * gyroscope, at: first.1 + offset)
    }
    set((environment.temperature - 23) * 512, at: is160 ? 0x20 : 0x22)
    guard registers[fifoSettings] & 0xC0 != 0 else { return }
    let hasHeaders = registers[fifoSettings] & 0x10 != 0
    let gyroscopeFrame =
      registers[fifoSettings] & 0x80 != 0
      ? Array(registers[Int(first.1)..<Int(first.1) + 6]) : []
    let accelerometerFrame =
      registers[fifoSettings] & 0x40 != 0
      ? Array(registers[Int(first.0)..<Int(first.0) + 6]) : []
    if isSplit {
      push([0x88] + gyroscopeFrame)
      push([0x84] + accelerometerFrame)
    } else {
      push((hasHeaders ? [0x8C] : []) + gyroscopeFrame + accelerometerFrame)
    }
  }

  private func push(_ frame: [UInt8]) {
    frames.append(frame)
    while frames.reduce(skipped > 0 ? 2 : 0, { $0 + $1.count }) > capacity {
      frames.removeFirst()
      skipped = min(skipped + 1, 255)
    }
  }

  private var contents: [[UInt8]] {
    (skipped > 0 ? [[0x40, UInt8(skipped)]] : []) + frames
  }

  package override func apply(_ value: UInt8, to register: UInt8, at time: Int64) {
    let settings = 0x40...0x43
    switch Int(register) {
    case 0x7E: command(value, at: time)
    case _ where settings.contains(Int(register)):
      if registers[Int(register)] != value, isRunning, registers[fifoSettings] & 0xC0 != 0 {
        push([0x48] + [UInt8](repeating: 0, count: is160 ? 1 : 4))
      }
      registers[Int(register)] = value
      restart()
    case fifoSettings, 0x48, 0x6D: registers[Int(register)] = value
    case 0x59 where !is160:
      // Writing 1 ends the loading; the configuration is checked.
      registers[0x59] = value
      registers[0x21] = value == 1 ? (loaded == Self.configuration ? 0x01 : 0x02) : 0
    case 0x5B, 0x5C, 0x69, 0x7C, 0x7D:
      guard !is160 else { break }
      registers[Int(register)] = value
    case 0x5E where !is160:
      // Not in power-saving mode.
      guard registers[0x7C] & 0x01 == 0, registers[0x59] == 0 else { return }
      let address = 2 * (Int(registers[0x5C]) << 4 | Int(registers[0x5B] & 0x0F)) + cursor
      if address < loaded.count { loaded[address] = value }
      cursor += 1
    default: break
    }
    if is160, register == 0x6D, value & 0x10 != 0 {
      registers[0x1B] = isGyroscopeFine ? 0x02 : 0
    }
  }

  private func command(_ value: UInt8, at time: Int64) {
    switch value {
    case 0xB6: reset()
    case 0xB0:
      frames = []
      skipped = 0
    case 0x02 where !is160:
      // The accelerometer alone, no FIFO, and the bit that the test will clear.
      if registers[0x7D] & 0x06 == 0x04, registers[0x49] & 0xC0 == 0, registers[0x69] & 0x04 != 0 {
        testEnd = time + 300_000_000
      }
    case 0x11 where is160: modes.accelerometer = true
    case 0x15 where is160: modes.gyroscope = true
    case 0x10 where is160: modes.accelerometer = false
    case 0x14 where is160: modes.gyroscope = false
    default: break
    }
    if is160 {
      registers[0x03] = (modes.accelerometer ? 0x10 : 0) | (modes.gyroscope ? 0x04 : 0)
    }
  }

  package override func write(_ bytes: [UInt8], at time: Int64) throws(BusError) {
    cursor = 0
    try super.write(bytes, at: time)
  }

  package override func read(_ count: Int, at time: Int64) throws(BusError) -> [UInt8] {
    cursor = 0
    isReadingFIFO = false
    let bytes = try super.read(count, at: time)
    guard isReadingFIFO else { return bytes }
    // A frame that was read in part stays.
    if skipped > 0, cursor >= 2 {
      skipped = 0
      cursor -= 2
    }
    while let first = frames.first, cursor >= first.count {
      cursor -= first.count
      frames.removeFirst()
    }
    return bytes
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    if let end = testEnd, time >= end {
      testEnd = nil
      registers[0x69] &= ~0x04
      registers[0x6E] = isGyroscopeFine ? 0x0F : 0x0D
    }
    let count = contents.reduce(0) { $0 + $1.count }
    switch register {
    case fifoLength: return UInt8(count & 0xFF)
    case fifoLength + 1: return UInt8(count >> 8)
    case fifoData:
      isReadingFIFO = true
      let bytes = contents.flatMap { $0 }
      defer { cursor += 1 }
      return cursor < bytes.count ? bytes[cursor] : 0x80
    case 0x3C where !is160: return UInt8(bitPattern: Int8(crossSensitivity)) & 0x7F
    default: return registers[Int(register)]
    }
  }

  package override func next(after register: UInt8) -> UInt8 {
    register == fifoData || !is160 && register == 0x5E ? register : register &+ 1
  }
}
