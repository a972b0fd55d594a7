/// The FIFO of InvenSense's chips: frames of accelerometer, thermometer and gyroscope.
///
/// It holds bytes without marks. Whole frames are read, so that a shift of any cause shows for good
/// as a number of bytes that is no multiple of a frame; an overflow announces itself earlier.
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
  /// Register whose reading tells and clears an overflow.
  let status: UInt8
  /// Its bits of an overflow.
  let overflow: UInt8

  /// Whether the last number of bytes was no multiple of a frame.
  private var isBroken = false

  /// Creates the FIFO with its registers.
  init(count: UInt8, data: UInt8, capacity: Int, status: UInt8, overflow: UInt8) {
    self.count = count
    self.data = data
    self.capacity = capacity
    self.status = status
    self.overflow = overflow
  }

  /// Forgets what was before a reset of the FIFO.
  mutating func clear(_ registers: Registers) throws(ChipError) {
    isBroken = false
    _ = try registers.read(status)
  }

  /// Reads the frames that are complete, oldest first; `nil` if the FIFO must be emptied, because it
  /// is full, has overflowed or is shifted.
  mutating func read(_ registers: Registers) throws(ChipError) -> [[UInt8]]? {
    let bytes = try registers.read(count, count: 2)
    let available = Int(bytes[0]) << 8 | Int(bytes[1])
    guard available <= capacity else { throw .badData("\(available) bytes in the FIFO") }
    // Whether a full FIFO has lost samples, and which, is unknown.
    guard available <= capacity - Self.frame else { return nil }
    // The chip may have been writing a frame, so that only the second time is a shift.
    let wasBroken = isBroken
    isBroken = available % Self.frame != 0
    if isBroken { return wasBroken ? nil : [] }
    var frames: [[UInt8]] = []
    var remaining = available
    while remaining > 0 {
      let burst = try registers.read(data, count: min(remaining, Self.burst))
      remaining -= burst.count
      for start in stride(from: 0, to: burst.count, by: Self.frame) {
        frames.append(Array(burst[start..<start + Self.frame]))
      }
    }
    guard !frames.isEmpty else { return frames }
    // Also one since the number was read: its bytes are among those just read.
    let isWhole = try registers.read(status) & overflow == 0
    return isWhole ? frames : nil
  }
}
