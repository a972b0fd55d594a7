import HeadingChips

/// BMP280 (data sheet BST-BMP280-DS001), BME280 (BST-BME280-DS002), BMP388 (BST-BMP388-DS001) and
/// BMP390 (BST-BMP390-DS002).
///
/// The raw values are found by search with the data sheets' formulas in floating point.
package final class BoschBarometerChip: RegisterChip {
  /// Which chip.
  package enum Kind: Sendable {
    /// BMP280.
    case bmp280
    /// BME280.
    case bme280
    /// BMP388.
    case bmp388
    /// BMP390.
    case bmp390
  }

  /// Raw pressure, temperature and humidity in place of those of the environment.
  package var raw: (pressure: Int, temperature: Int, humidity: Int)?
  /// Whether a measurement never ends.
  package var isStuck = false
  /// Times of the middle of each measurement, ns.
  package private(set) var middles: [Int64] = []

  private let kind: Kind
  /// End of the measurement under way, ns.
  private var end: Int64?

  /// Calibration of the example in BST-BMP280-DS001, section 3.12.
  package static let example: [Int] = [
    27504, 26435, -1000, 36477, -10685, 3024, 2855, 140, -7, 15500, -14600, 6000,
  ]
  /// Humidity's calibration dig_H1 to dig_H6 of a typical BME280.
  package static let humidity: [Int] = [75, 362, 0, 313, 50, 30]
  /// Registers 0x31 to 0x45 of a BMP388.
  package static let registers388: [UInt8] = [
    0xD2, 0x69, 0x62, 0x49, 0xF6, 0x92, 0xFE, 0x1E, 0xF5, 0x23, 0x00, 0x7F, 0x65, 0xE7, 0x7B, 0xF3,
    0xF6, 0x7B, 0x42, 0x0A, 0xC4,
  ]

  /// Creates a chip after power-on.
  package init(_ kind: Kind) {
    self.kind = kind
    super.init([:])
    if is3 {
      registers[0x00] = kind == .bmp388 ? 0x50 : 0x60
      registers[0x03] = 0x10
      (registers[0x06], registers[0x09], registers[0x1C]) = (0x80, 0x80, 0x02)
      registers.replaceSubrange(0x31...0x45, with: Self.registers388)
    } else {
      registers[0xD0] = kind == .bmp280 ? 0x58 : 0x60
      (registers[0xF7], registers[0xFA]) = (0x80, 0x80)
      if kind == .bme280 { registers[0xFD] = 0x80 }
      for (index, value) in Self.example.enumerated() {
        registers[0x88 + 2 * index] = UInt8(truncatingIfNeeded: value)
        registers[0x89 + 2 * index] = UInt8(truncatingIfNeeded: value >> 8)
      }
      let h = Self.humidity
      registers[0xA1] = UInt8(h[0])
      registers[0xE1] = UInt8(truncatingIfNeeded: h[1])
      registers[0xE2] = UInt8(truncatingIfNeeded: h[1] >> 8)
      registers[0xE3] = UInt8(h[2])
      registers[0xE4] = UInt8(truncatingIfNeeded: h[3] >> 4)
      registers[0xE5] = UInt8(h[3] & 0x0F | (h[4] & 0x0F) << 4)
      registers[0xE6] = UInt8(truncatingIfNeeded: h[4] >> 4)
      registers[0xE7] = UInt8(truncatingIfNeeded: h[5])
    }
  }

  private var is3: Bool { kind == .bmp388 || kind == .bmp390 }

  package override func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    measure(until: time)
    registers[Int(register)] = value
    if is3 {
      // Forced mode, from sleep mode.
      if register == 0x1B, value & 0x30 == 0x10 || value & 0x30 == 0x20, end == nil {
        let samples = (
          Double(1 << Int(registers[0x1C] & 7)), Double(1 << Int(registers[0x1C] >> 3))
        )
        begin(at: time, microseconds: 234 + 392 + 2020 * samples.0 + 163 + 2020 * samples.1)
      }
    } else if register == 0xF4, value & 0x03 == 1 || value & 0x03 == 2, end == nil {
      let times = [0, 1, 2, 4, 8, 16, 16, 16].map { 2000 * Double($0) }
      let humidity = kind == .bme280 ? times[Int(registers[0xF2] & 7)] + 500 : 0
      begin(
        at: time,
        microseconds: 1000 + times[Int(value >> 5)] + times[Int(value >> 2 & 7)] + 500 + humidity)
    }
  }

  private func begin(at time: Int64, microseconds: Double) {
    end = isStuck ? .max : time + Int64(microseconds * 1000)
    middles.append(time + Int64(microseconds * 500))
    if !is3 { registers[0xF3] |= 0x08 }
  }

  package override func measure(until time: Int64) {
    guard let due = end, time >= due else { return }
    end = nil
    let temperature =
      raw?.temperature
      ?? search(is3 ? 1 << 24 : 1 << 20) { celsius(Double($0)) - environment.temperature }
    let linear = celsius(Double(temperature))
    let pressure =
      raw?.pressure
      ?? search(is3 ? 1 << 24 : 1 << 20) {
        environment.pressure - pascal(Double($0), temperature: linear)
      }
    if is3 {
      put24([pressure & 0xFF, pressure >> 8 & 0xFF, pressure >> 16], at: 0x04)
      put24([temperature & 0xFF, temperature >> 8 & 0xFF, temperature >> 16], at: 0x07)
      registers[0x03] |= 0x60
      registers[0x1B] &= ~0x30
    } else {
      put24([pressure >> 12, pressure >> 4 & 0xFF, pressure << 4 & 0xF0], at: 0xF7)
      put24([temperature >> 12, temperature >> 4 & 0xFF, temperature << 4 & 0xF0], at: 0xFA)
      let humidity =
        raw?.humidity ?? search(1 << 16) { percent(Double($0), linear) - environment.humidity }
      if kind == .bme280, registers[0xF2] & 7 != 0 {
        put24([humidity >> 8, humidity & 0xFF], at: 0xFD)
      }
      registers[0xF3] &= ~0x08
      registers[0xF4] &= ~0x03
    }
  }

  private func put24(_ bytes: [Int], at register: Int) {
    for (index, byte) in bytes.enumerated() { registers[register + index] = UInt8(byte) }
  }

  package override func load(_ register: UInt8, at time: Int64) -> UInt8 {
    // Reading the data clears data-ready.
    if is3, register == 0x04 { registers[0x03] &= ~0x20 }
    if is3, register == 0x07 { registers[0x03] &= ~0x40 }
    return registers[Int(register)]
  }

  /// The smallest raw value at which a rising function is not negative.
  private func search(_ limit: Int, _ excess: (Int) -> Double) -> Int {
    var (low, high) = (0, limit - 1)
    while low < high {
      let middle = (low + high) / 2
      if excess(middle) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Temperature by section 8.1 of BST-BMP280-DS001 and section 9 of BST-BMP388-DS001.
  private func celsius(_ raw: Double) -> Double {
    guard !is3 else {
      let bytes = Self.registers388
      let difference = raw - Double(Int(bytes[1]) << 8 | Int(bytes[0])) * 256
      return difference * Double(Int(bytes[3]) << 8 | Int(bytes[2])) / 1_073_741_824
        + difference * difference * Double(Int8(bitPattern: bytes[4])) / 281_474_976_710_656
    }
    return fine(raw) / 5120
  }

  private func fine(_ raw: Double) -> Double {
    let t = Self.example.map(Double.init)
    let part = raw / 131_072 - t[0] / 8192
    return (raw / 16384 - t[0] / 1024) * t[1] + part * part * t[2]
  }

  private func pascal(_ raw: Double, temperature: Double) -> Double {
    guard !is3 else { return pascal3(raw, temperature) }
    let p = [0] + Self.example[3...].map(Double.init)
    var a = temperature * 5120 / 2 - 64000
    var b = a * a * p[6] / 32768
    b += a * p[5] * 2
    b = b / 4 + p[4] * 65536
    a = (p[3] * a * a / 524_288 + p[2] * a) / 524_288
    a = (1 + a / 32768) * p[1]
    let value = (1_048_576 - raw - b / 4096) * 6250 / a
    a = p[9] * value * value / 2_147_483_648
    b = value * p[8] / 32768
    return value + (a + b + p[7]) / 16
  }

  private func pascal3(_ raw: Double, _ t: Double) -> Double {
    let bytes = Self.registers388
    func signed(_ index: Int) -> Double { Double(Int8(bitPattern: bytes[index])) }
    func unsigned(_ index: Int) -> Double { Double(Int(bytes[index + 1]) << 8 | Int(bytes[index])) }
    func word(_ index: Int) -> Double {
      Double(Int16(bitPattern: UInt16(bytes[index + 1]) << 8 | UInt16(bytes[index])))
    }
    let first = unsigned(11) * 8 + unsigned(13) / 64 * t
    let second = signed(15) / 256 * t * t + signed(16) / 32768 * t * t * t
    let slope =
      (word(5) - 16384) / 1_048_576 + (word(7) - 16384) / 536_870_912 * t
      + signed(9) / 4_294_967_296 * t * t + signed(10) / 137_438_953_472 * t * t * t
    let square = (word(17) + signed(19) * t) / 281_474_976_710_656
    let cube = signed(20) / 36_893_488_147_419_103_232
    return first + second + raw * slope + raw * raw * square + raw * raw * raw * cube
  }

  /// Section 4.2.3 of BST-BME280-DS002 in floating point.
  private func percent(_ raw: Double, _ celsius: Double) -> Double {
    let h = [0] + Self.humidity.map(Double.init)
    let x = celsius * 5120 - 76800
    let value =
      (raw - (h[4] * 64 + h[5] / 16384 * x))
      * (h[2] / 65536 * (1 + h[6] / 67_108_864 * x * (1 + h[3] / 67_108_864 * x)))
    return value * (1 - h[1] * value / 524_288)
  }
}
