/// How alike one innovation is to the next, and how much a noise that is slow weighs more than a white one.
///
/// A first-order process of correlation ρ from one measurement to the next carries, for what changes slowly,
/// the noise of a white one of (1 + ρ) / (1 − ρ) times its variance (its spectrum at zero).
struct InnovationCorrelation: Sendable {
  private var product = 0.4
  private var square = 1.0
  private var last = 0.0

  /// Weight of one pair; the memory is 50 of them, 10 s of five a second.
  private static let weight = 0.02

  /// Slower noise than this is an offset, for which there are states.
  private static let largest = 0.8

  /// Factor on the variance.
  var inflation: Double {
    let correlation = min(max(product / max(square, 1e-9), 0), Self.largest)
    return (1 + correlation) / (1 - correlation)
  }

  /// Takes note of an innovation over its standard deviation.
  mutating func note(_ value: Double) {
    let clipped = min(max(value, -4), 4)
    product += Self.weight * (last * clipped - product)
    square += Self.weight * (clipped * clipped - square)
    last = clipped
  }
}
