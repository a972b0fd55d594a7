/// Correlation of consecutive innovations, and the noise inflation that follows from it.
///
/// A first-order process with correlation ρ between consecutive measurements has, at low frequency,
/// the effect of white noise with (1 + ρ) / (1 − ρ) times its variance (its spectrum at zero).
struct InnovationCorrelation: Sendable {
  private var product = 0.4
  private var square = 1.0
  private var last = 0.0

  /// Weight of one pair: a memory of 50 pairs, 10 s at 5 Hz.
  private static let weight = 0.02

  /// Upper limit of ρ; noise that is slower is modelled by states.
  private static let largest = 0.8

  /// Factor on the noise variance.
  var inflation: Double {
    let correlation = min(max(product / max(square, 1e-9), 0), Self.largest)
    return (1 + correlation) / (1 - correlation)
  }

  /// Adds a normalized innovation.
  mutating func note(_ value: Double) {
    let clipped = min(max(value, -4), 4)
    product += Self.weight * (last * clipped - product)
    square += Self.weight * (clipped * clipped - square)
    last = clipped
  }
}
