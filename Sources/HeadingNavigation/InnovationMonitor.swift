/// Squared innovations over their variance: 1 on the mean if a filter knows its errors.
///
/// The same numbers drive the noise that is assumed of a measurement: a source that is worse or
/// better than it claims is noticed by its innovations, not by its word.
struct InnovationMonitor: Sendable {
  /// Sum of the squares of the accepted ones, per degree of freedom.
  private(set) var sum = 0.0

  /// Number of the accepted ones.
  private(set) var count = 0.0

  /// Measurements refused one after the other.
  private(set) var refusals = 0

  /// Noise over what is claimed, as a ratio of variances.
  private(set) var ratio: Double

  private let limits: ClosedRange<Double>

  /// Whether the noise at the start is a guess: then the first innovations weigh more.
  private let isGuess: Bool

  /// How fast the ratio follows: the share of the whole that one measurement weighs.
  private let adaption: Double

  init(
    ratio: Double, limits: ClosedRange<Double>, adaption: Double = 0.04, isGuess: Bool = false
  ) {
    self.adaption = adaption
    self.ratio = ratio
    self.limits = limits
    self.isGuess = isGuess
  }

  /// The mean of the squares; 1 before the first.
  var mean: Double { count > 0 ? sum / count : 1 }

  /// Mean of the newest four or so squares that were accepted.
  private(set) var recent = 1.0

  /// Takes note of a normalized square, divided by its degrees of freedom.
  ///
  /// - Parameters:
  ///   - square: The square.
  ///   - isAccepted: Whether the measurement is used.
  ///   - isNoise: Whether its error may be noise: a source that jumps is not a noisy one.
  ///   - weighed: The square by the variance that it was taken in with, where that was another one.
  mutating func note(
    _ square: Double, isAccepted: Bool, isNoise: Bool = true, weighed: Double? = nil
  ) {
    guard isNoise else {
      refusals += 1
      return
    }
    let surprise = min(square, 16) - 1
    // As the mean of so many squares would.
    let weight = isGuess ? max(adaption, 2 / (count + Double(refusals) + 3)) : adaption
    ratio = min(
      max(ratio * (1 + weight * surprise / 2), limits.lowerBound), limits.upperBound)
    guard isAccepted else {
      refusals += 1
      return
    }
    refusals = 0
    recent += (square - recent) / 4
    sum += weighed ?? square
    count += 1
  }

  /// Begins to count refusals anew.
  mutating func forgive() { refusals = 0 }

  /// Begins anew with a ratio: what was compared with was wrong.
  mutating func restart(ratio: Double) {
    self.ratio = ratio
    refusals = 0
    recent = 1
  }
}
