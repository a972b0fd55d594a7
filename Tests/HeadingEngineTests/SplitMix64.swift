import HeadingGeometry

/// A small repeatable generator (SplitMix64; Steele, Lea and Flood, 2014).
struct SplitMix64 {
  var state: UInt64

  private mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }

  /// A vector with components between −size and size.
  mutating func vector(_ size: Double) -> Vector3 {
    Vector3(next() * 2 - 1, next() * 2 - 1, next() * 2 - 1) * size
  }
}
