import HeadingSensing

/// Adapts the accelerometer noise to the correlation of consecutive velocity innovations.
///
/// The innovations of an optimal filter are white (Kailath, 1968). Too much process noise makes
/// consecutive innovations anticorrelated, too little makes them correlated (Mehra, 1970). Their
/// size is not used: it reflects the receiver's noise, which ``InnovationMonitor`` estimates.
struct InnovationWhiteness: Sendable {
  /// Ratio of the adapted to the assumed noise variance.
  private(set) var ratio = 1.0

  /// Maximum interval between consecutive innovations, s.
  private static let longest = 1.5

  /// Adaptation rate: change of the logarithm of the ratio per pair of equal normalized
  /// innovations.
  ///
  /// If the ratio is wrong by a factor of two, the mean product is a few hundredths. Small: slow
  /// adaptation. Large: a noisy ratio.
  private static let adaption = 0.03

  /// Adaptation rate of the first pair.
  ///
  /// A product has variance 1/2 and a mean of 0.07 times the logarithm of the error of the ratio.
  /// For a ratio that is initially known to a factor of e, the optimal weights are 0.14 / (1 +
  /// pairs / 100).
  private static let firstAdaption = 0.14
  private static let fading = 100.0

  private static let limits = 0.02...25.0

  private var pairs = 0.0
  private var last: (time: BootTime, value: SIMD2<Double>)?

  /// Adds a pair of normalized innovations, east and north.
  mutating func note(_ value: SIMD2<Double>, at time: BootTime) {
    defer { last = (time, value) }
    guard let last, time.seconds(since: last.time) < Self.longest else { return }
    let product = (last.value * value).sum() / 2
    let surprise = Swift.min(Swift.max(product, -4), 4)
    let adaption = Swift.max(Self.adaption, Self.firstAdaption / (1 + pairs / Self.fading))
    pairs += 1
    ratio = Swift.min(
      Swift.max(ratio * (1 + adaption * surprise), Self.limits.lowerBound),
      Self.limits.upperBound)
  }

  /// Marks a gap: the next innovation has no predecessor.
  mutating func interrupt() { last = nil }
}
