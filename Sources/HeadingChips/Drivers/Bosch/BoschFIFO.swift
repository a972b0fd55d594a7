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

  /// What the FIFO held, oldest first.
  struct Contents {
    /// Accelerometer and gyroscope, in the order of the devices: x, y and z of each measurement.
    var measurements: [[SIMD3<Int32>]] = [[], []]
    /// Whether older measurements were lost.
    var hasLost = false
  }

  /// Reads the FIFO.
  func read(_ registers: Registers) throws(ChipError) -> Contents {
    var contents = Contents()
    // Each burst but the last holds whole frames.
    for _ in 0...capacity / (Self.burst - 13) {
      let length = try registers.read(count, count: 2)
      let available = Int(length[0]) | Int(length[1]) << 8
      guard available <= capacity else { throw .badData("\(available) bytes in the FIFO") }
      guard available > 0 else { break }
      let bytes = try registers.read(data, count: min(available, Self.burst))
      try parse(bytes, into: &contents)
      if bytes.count == available { break }
    }
    return contents
  }

  private func parse(_ bytes: [UInt8], into contents: inout Contents) throws(ChipError) {
    var index = 0
    while index < bytes.count {
      let header = bytes[index]
      index += 1
      switch header & 0xFC {
      case 0x84, 0x88, 0x8C:
        // The gyroscope is first.
        let devices = [1, 0].filter { header & ($0 == 1 ? 0x08 : 0x04) != 0 }
        guard bytes.count - index >= 6 * devices.count else { return }
        for device in devices {
          contents.measurements[device].append(
            SIMD3(
              bytes.littleEndian16(index), bytes.littleEndian16(index + 2),
              bytes.littleEndian16(index + 4)))
          index += 6
        }
      case 0x40:
        contents.hasLost = true
        index += 1
      case 0x44: index += 3
      case 0x48: index += settingsBytes
      case 0x80: return
      default: throw .badData("a frame of the FIFO with the header \(header)")
      }
    }
  }
}
