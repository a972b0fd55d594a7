/// The frames in the bytes of a WitMotion sensor: 0x55, a type, eight bytes and their sum.
struct WitMotionFrames {
  /// A frame with the right sum.
  struct Frame: Hashable {
    /// 0x50 to 0x5F.
    var type: UInt8
    /// Eight bytes: four little-endian numbers.
    var data: [UInt8]
  }

  private static let length = 11

  /// What follows the last complete frame: less than a frame.
  private var rest: [UInt8] = []

  /// Adds received bytes and returns the frames that they complete; other bytes are skipped.
  mutating func add(_ bytes: [UInt8]) -> [Frame] {
    rest += bytes
    var frames: [Frame] = []
    var start = 0
    while rest.count - start >= Self.length {
      let sum = rest[start..<start + 10].reduce(0, &+)
      if rest[start] == 0x55, rest[start + 1] & 0xF0 == 0x50, sum == rest[start + 10] {
        frames.append(Frame(type: rest[start + 1], data: Array(rest[start + 2..<start + 10])))
        start += Self.length
      } else {
        start += 1
      }
    }
    rest.removeFirst(start)
    return frames
  }
}
