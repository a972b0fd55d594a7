import HeadingGeometry
import RealModule

/// Seeded random numbers, the same on every platform (SplitMix64).
struct SeededNormals {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// Between 0 and 1.
  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (Double((mixed ^ (mixed >> 31)) >> 11) + 0.5) / 9_007_199_254_740_992
  }

  /// Three normal numbers.
  mutating func normals() -> Vector3 {
    func normal() -> Double {
      (-2 * Double.log(uniform())).squareRoot() * Double.cos(2 * .pi * uniform())
    }
    return Vector3(normal(), normal(), normal())
  }
}
