import HeadingSensing

/// How far the accelerometer's noise is from what is assumed, found from the innovations of the velocity.
///
/// The innovations of an optimal filter are white (Kailath, 1968); too much noise assumed of the process
/// makes the filter follow each measurement too far, and one innovation has the opposite sign of the one
/// before; too little makes them alike (Mehra, 1970). Their size says nothing here: it is the receiver's
/// noise, which ``InnovationMonitor`` follows.
struct InnovationWhiteness: Sendable {
  /// Noise over what is assumed, as a ratio of variances.
  private(set) var ratio = 1.0

  /// Innovations further apart than this, s, say nothing about one another.
  private static let longest = 1.5

  /// How fast the ratio follows: e-fold per this many pairs that are wholly alike.
  ///
  /// The mean of their product is some hundredths for a ratio wrong by two: smaller is slower, larger makes
  /// the ratio itself noisy.
  private static let adaption = 0.03

  /// The same of the first pair.
  ///
  /// A product has variance 1/2 and a mean of 0.07 times the logarithm of what is wrong
  /// with the ratio; of a ratio known to a factor of e the best weights are 0.14 / (1 + pairs / 100).
  private static let firstAdaption = 0.14
  private static let fading = 100.0

  private static let limits = 0.02...25.0

  private var pairs = 0.0
  private var last: (time: BootTime, value: SIMD2<Double>)?

  /// Takes note of a pair of innovations over their standard deviations.
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

  /// The next innovation does not follow the one before.
  mutating func interrupt() { last = nil }
}
