import RealModule

/// Stateless white noise: each number is a function of the seed, the stream and the time.
///
/// Samples can therefore be computed in any order, reproducibly.
struct SimulatedNoise: Sendable, Hashable {
  /// Seed of the run.
  var seed: UInt64

  /// A standard normal number.
  ///
  /// Box and Muller (1958) on two outputs of SplitMix64 (Steele, Lea, Flood 2014).
  func normal(stream: UInt64, moment: Int64, axis: Int) -> Double {
    let key = Self.mix(
      Self.mix(seed ^ stream) ^ UInt64(bitPattern: moment) &+ UInt64(axis) &* 0x9E37_79B9_7F4A_7C15)
    let first = Self.unit(Self.mix(key &+ 1))
    let second = Self.unit(Self.mix(key &+ 2))
    return (-2 * Double.log(first)).squareRoot() * Double.cos(2 * .pi * second)
  }

  /// The FNV-1a hash of a stream's name.
  static func stream(_ name: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  /// A number in 0 < x <= 1 of 53 bits.
  private static func unit(_ bits: UInt64) -> Double { Double((bits >> 11) + 1) * 0x1p-53 }

  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
