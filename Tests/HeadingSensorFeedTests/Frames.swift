import Foundation

/// Binary messages by docs/feed.md, written independently of the decoder.
enum Frames {
  static func frame(_ content: [UInt8]) -> [UInt8] {
    var bytes = content
    let sum = crc(content)
    bytes += [UInt8(sum & 0xFF), UInt8(sum >> 8)]
    var stuffed: [UInt8] = []
    var block: [UInt8] = []
    for byte in bytes {
      if byte != 0 { block.append(byte) }
      if byte == 0 || block.count == 254 {
        stuffed += [UInt8(block.count + 1)] + block
        block = []
      }
    }
    return stuffed + [UInt8(block.count + 1)] + block + [0]
  }

  /// Polynomial division, the highest bit first.
  private static func crc(_ bytes: [UInt8]) -> UInt16 {
    var register = 0xFFFF
    for byte in bytes {
      for place in (0..<8).reversed() {
        let isSet = (register >> 15 & 1) != Int(byte >> UInt8(place) & 1)
        register = register << 1 & 0xFFFF
        if isSet { register ^= 0x1021 }
      }
    }
    return UInt16(register)
  }

  static func number(_ value: Float) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
  }

  static func device(_ name: String, clock: UInt8, bits: UInt8, count: UInt8) -> [UInt8] {
    frame([1, 1, clock, bits, 0, count, UInt8(name.utf8.count)] + Array(name.utf8))
  }

  static func sensor(
    _ index: UInt8, _ name: String, quantity: UInt8, unit: UInt8, axes: [UInt8] = [0, 2, 4],
    range: Float, rate: Float, chip: UInt8 = 0xFF
  ) -> [UInt8] {
    frame(
      [2, index, quantity, unit, chip] + axes + number(range) + number(rate)
        + [UInt8(name.utf8.count)] + Array(name.utf8))
  }

  static func sample(_ index: UInt8, time: UInt32?, _ values: [Float]) -> [UInt8] {
    let stamp = time.map { time in (0..<4).map { UInt8(truncatingIfNeeded: time >> UInt32(8 * $0)) }
    }
    return frame([3, index] + (stamp ?? []) + values.flatMap(number))
  }
}
