/// Normalized innovation squared (NIS) of one kind of measurement, and the noise variance adapted
/// by it.
///
/// The mean is 1 if the filter is consistent. The innovations, not the reported accuracy, determine
/// the assumed noise (innovation-based adaptive estimation).
struct InnovationMonitor: Sendable {
  /// Sum of the NIS of accepted measurements, per degree of freedom.
  private(set) var sum = 0.0

  /// Number of accepted measurements.
  private(set) var count = 0.0

  /// Consecutive refusals.
  private(set) var refusals = 0

  /// Ratio of the adapted to the reported noise variance.
  private(set) var ratio: Double

  private let limits: ClosedRange<Double>

  /// Whether the initial ratio is a guess, so that the first innovations have more weight.
  private let isGuess: Bool

  /// Adaptation rate: weight of one measurement.
  private let adaption: Double

  init(
    ratio: Double, limits: ClosedRange<Double>, adaption: Double = 0.04, isGuess: Bool = false
  ) {
    self.adaption = adaption
    self.ratio = ratio
    self.limits = limits
    self.isGuess = isGuess
  }

  /// Mean NIS; 1 before the first measurement.
  var mean: Double { count > 0 ? sum / count : 1 }

  /// NIS of accepted measurements averaged over about four.
  private(set) var recent = 1.0

  /// Adds the NIS of one measurement, divided by its degrees of freedom.
  ///
  /// - Parameters:
  ///   - square: The NIS.
  ///   - isAccepted: Whether the measurement is used.
  ///   - isNoise: Whether its error may be noise; a jump is not.
  ///   - weighed: The NIS for the variance used in the update, if that differs.
  mutating func note(
    _ square: Double, isAccepted: Bool, isNoise: Bool = true, weighed: Double? = nil
  ) {
    guard isNoise else {
      refusals += 1
      return
    }
    let surprise = min(square, 16) - 1
    // The weight of one sample in the mean of that many.
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

  /// Resets the count of refusals.
  mutating func resetRefusals() { refusals = 0 }

  /// Restarts with a ratio after a reset of the state that the measurement was compared with.
  mutating func restart(ratio: Double) {
    self.ratio = ratio
    refusals = 0
    recent = 1
  }
}
