/// The FIFO of Bosch's inertial sensors with headers: frames of gyroscope and accelerometer.
struct BoschFIFO {
  /// Bytes of one transaction, which adapters limit; the chip repeats a frame that was cut off.
  private static let burst = 13 * 19

  /// Register of the number of bytes, low byte first.
  let count: UInt8
  /// Register from which the bytes are read.
  let data: UInt8
  /// Size, bytes.
  let capacity: Int
  /// Bytes of the frame that tells of a change of settings, without its header.
  let settingsBytes: Int

  /// Reads the FIFO.
  ///
  /// - Returns: The frames, oldest first, with the gyroscope's x, y, z before the accelerometer's; and
  ///   whether older ones were lost.
  func read(_ registers: Registers) throws(ChipError) -> (frames: [[Int32]], hasLost: Bool) {
    var frames: [[Int32]] = []
    var hasLost = false
    // Each burst but the last holds whole frames.
    for _ in 0...capacity / (Self.burst - 13) {
      let length = try registers.read(count, count: 2)
      let available = Int(length[0]) | Int(length[1]) << 8
      guard available <= capacity else { throw .badData("\(available) bytes in the FIFO") }
      guard available > 0 else { break }
      let bytes = try registers.read(data, count: min(available, Self.burst))
      try parse(bytes, into: &frames, &hasLost)
      if bytes.count == available { break }
    }
    return (frames, hasLost)
  }

  private func parse(
    _ bytes: [UInt8], into frames: inout [[Int32]], _ hasLost: inout Bool
  ) throws(ChipError) {
    var index = 0
    while index < bytes.count {
      let header = bytes[index]
      let remaining = bytes.count - index - 1
      switch header & 0xFC {
      case 0x8C:
        guard remaining >= 12 else { return }
        frames.append((0..<6).map { bytes.littleEndian16(index + 1 + 2 * $0) })
        index += 13
      case 0x84, 0x88:
        // One of the sensors alone, while the other starts.
        index += 7
      case 0x40:
        hasLost = true
        index += 2
      case 0x44: index += 4
      case 0x48: index += 1 + settingsBytes
      case 0x80: return
      default: throw .badData("a frame of the FIFO with the header \(header)")
      }
    }
  }
}
