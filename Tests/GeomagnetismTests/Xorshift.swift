/// Random numbers, the same in every run.
struct Xorshift {
  var state: UInt64

  /// A number in 0..<1.
  mutating func unit() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) * 0x1p-53
  }
}
