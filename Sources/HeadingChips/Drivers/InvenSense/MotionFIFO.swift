/// The FIFO of InvenSense's chips: frames of accelerometer, thermometer and gyroscope.
struct MotionFIFO {
  /// Bytes of a frame.
  static let frame = 14

  /// Bytes of one transaction, which adapters limit.
  private static let burst = 18 * frame

  /// Register of the 16-bit number of bytes, high byte first.
  let count: UInt8
  /// Register from which the bytes are read.
  let data: UInt8
  /// Size, bytes.
  let capacity: Int

  /// Reads the frames that are complete, oldest first; `nil` if the FIFO is full and must be emptied.
  func read(_ registers: Registers) throws(ChipError) -> [[UInt8]]? {
    let bytes = try registers.read(count, count: 2)
    let available = Int(bytes[0]) << 8 | Int(bytes[1])
    guard available <= capacity else { throw .badData("\(available) bytes in the FIFO") }
    // Whether a full FIFO has lost samples, and which, is unknown.
    guard available <= capacity - Self.frame else { return nil }
    var frames: [[UInt8]] = []
    var remaining = available / Self.frame * Self.frame
    while remaining > 0 {
      let burst = try registers.read(data, count: min(remaining, Self.burst))
      remaining -= burst.count
      for start in stride(from: 0, to: burst.count, by: Self.frame) {
        frames.append(Array(burst[start..<start + Self.frame]))
      }
    }
    return frames
  }
}
