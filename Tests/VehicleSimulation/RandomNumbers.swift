import RealModule

/// Reproducible pseudo-random numbers (SplitMix64; Steele, Lea, Flood 2014).
struct RandomNumbers: Sendable {
  private var state: UInt64
  private var spare: Double?

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

  /// A uniform number in 0 < x <= 1.
  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double(((z ^ (z >> 31)) >> 11) + 1) * 0x1p-53
  }

  /// A standard normal number (Box and Muller, 1958).
  mutating func normal() -> Double {
    if let number = spare {
      spare = nil
      return number
    }
    let radius = (-2 * Double.log(uniform())).squareRoot()
    let angle = 2 * .pi * uniform()
    spare = radius * Double.sin(angle)
    return radius * Double.cos(angle)
  }

  /// Three standard normal numbers.
  mutating func vector() -> SIMD3<Double> { SIMD3(normal(), normal(), normal()) }
}
