package import HeadingChips

/// MS5611 by data sheet MS5611-01BA03 with the coefficients of its worked example; AN520 checksum.
package final class MS5611Chip: SimulatedChip {
  package var environment = ChipEnvironment()

  /// The PROM; word 0 is the factory's, the last holds the checksum.
  package var prom: [UInt16] = [0x004E, 40127, 36924, 23317, 23282, 33464, 28312, 0x2200]

  private var command: UInt8 = 0
  private var conversion: (end: Int64, value: Int)?
  private var reset: Int64 = -1_000_000_000

  /// Creates a chip with a valid PROM.
  package init() {
    var bytes = prom.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    bytes[15] = 0
    // Polynomial division as in AN520, a bit at a time.
    var remainder = 0
    for byte in bytes {
      remainder ^= Int(byte)
      for _ in 0..<8 {
        remainder <<= 1
        if remainder & 0x10000 != 0 { remainder ^= 0x13000 }
      }
      remainder &= 0xFFFF
    }
    prom[7] |= UInt16(remainder >> 12)
  }

  /// Temperature in °C and pressure in Pa of converted values, in real numbers.
  package func compensated(_ d1: Double, _ d2: Double) -> (celsius: Double, pascal: Double) {
    let c = prom.map(Double.init)
    let difference = d2 - c[5] * 256
    var temperature = 2000 + difference * c[6] / 8_388_608
    var offset = c[2] * 65536 + c[4] * difference / 128
    var sensitivity = c[1] * 32768 + c[3] * difference / 256
    if temperature < 2000 {
      let square = (temperature - 2000) * (temperature - 2000)
      var (offset2, sensitivity2) = (5 * square / 2, 5 * square / 4)
      if temperature < -1500 {
        let square = (temperature + 1500) * (temperature + 1500)
        offset2 += 7 * square
        sensitivity2 += 11 * square / 2
      }
      temperature -= difference * difference / 2_147_483_648
      offset -= offset2
      sensitivity -= sensitivity2
    }
    return (temperature / 100, (d1 * sensitivity / 2_097_152 - offset) / 32768)
  }

  private func solve(_ target: Double, _ value: (Double) -> Double) -> Int {
    var (low, high) = (0.0, 16_777_215.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if value(middle) < target { low = middle } else { high = middle }
    }
    return Int(low.rounded())
  }

  package func write(_ bytes: [UInt8], at time: Int64) throws(BusError) {
    guard let first = bytes.first else { return }
    command = first
    switch first {
    case 0x1E: reset = time
    case 0x40, 0x42, 0x44, 0x46, 0x48, 0x50, 0x52, 0x54, 0x56, 0x58:
      let durations = [600_000, 1_170_000, 2_280_000, 4_540_000, 9_040_000] as [Int64]
      let d2 = solve(environment.temperature) { self.compensated(0, $0).celsius }
      let value =
        first & 0x10 != 0
        ? d2 : solve(environment.pressure) { self.compensated($0, Double(d2)).pascal }
      conversion = (time + durations[Int(first >> 1 & 7)], value)
    default: break
    }
  }

  package func read(_ count: Int, at time: Int64) throws(BusError) -> [UInt8] {
    var bytes: [UInt8] = []
    switch command {
    case 0x00:
      // Without a completed conversion the answer is 0.
      let value = conversion.map { $0.end <= time ? $0.value : 0 } ?? 0
      conversion = nil
      bytes = [UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    case 0xA0...0xAE where time - reset >= 2_800_000:
      let word = prom[Int(command - 0xA0) / 2]
      bytes = [UInt8(word >> 8), UInt8(word & 0xFF)]
    default: break
    }
    return Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
  }
}
