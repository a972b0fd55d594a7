import Glibc

/// Normal numbers with a fixed seed.
struct NormalNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
    // Neighbouring seeds would give the same numbers, shifted.
    for _ in 0..<2 { state = UInt64(uniform() * 0x1p53) &* 0xD134_2543_DE82_EF95 }
  }

  private mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (Double((mixed ^ (mixed >> 31)) >> 11) + 0.5) / 0x1p53
  }

  /// The next of mean 0 and variance 1.
  mutating func next() -> Double {
    (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
  }

  /// True with a probability.
  mutating func chance(_ probability: Double) -> Bool { uniform() < probability }
}

/// A scalar Kalman filter of textbooks: random walk, independent normal readings.
struct TextbookFilter {
  var value: Double
  var variance: Double
  let walk: Double
  let noise: Double

  mutating func take(_ reading: Double) {
    variance += walk
    let gain = variance / (variance + noise)
    value += gain * (reading - value)
    variance *= 1 - gain
  }

  /// The variance after many readings: the positive root of P² + walk P = walk · noise.
  static func steady(walk: Double, noise: Double) -> Double {
    (-walk + (walk * walk + 4 * walk * noise).squareRoot()) / 2
  }
}
