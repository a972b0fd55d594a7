import HeadingGeometry
import HeadingSensing

extension NavigationFilter {
  /// Difference between this filter's gyroscope bias and the attitude estimator's, in standard
  /// deviations, beyond which one of them is wrong.
  private static let biasContradiction = 5.0

  /// Whether the attitude estimator has found the gyroscope bias.
  func isBiasKnown(by step: borrowing NavigationStep) -> Bool {
    step.gyroscopeBiasDeviation <= parameters.initialGyroscopeBias
  }

  /// Before alignment the gyroscope bias is that of the attitude estimator.
  ///
  /// Until that is known, a usual one is assumed: with neither rest nor a field the estimator cannot
  /// find it, and this filter finds it only by a heading.
  mutating func adoptGyroscopeBias(_ step: borrowing NavigationStep) {
    let isKnown = isBiasKnown(by: step)
    state.gyroscopeBias = isKnown ? step.gyroscopeBias : .zero
    let deviation = isKnown ? step.gyroscopeBiasDeviation : parameters.initialGyroscopeBias
    covariance.reset(
      at: ErrorIndex.gyroscopeBias,
      variance: Vector3(repeating: max(deviation * deviation, 1e-10)))
  }

  /// Returns to the unaligned mode if the attitude estimator in motion finds another gyroscope bias:
  /// the heading has turned with the difference.
  mutating func compareGyroscopeBias(_ step: borrowing NavigationStep) {
    guard mode == .aligned, isBiasKnown(by: step), !isStationary, !isHeadingMeasured else { return }
    let apart = step.gyroscopeBias - state.gyroscopeBias
    let variances = covariance.variances(at: ErrorIndex.gyroscopeBias)
    let own = square(step.gyroscopeBiasDeviation)
    for axis in 0..<3
    where square(apart[axis]) > square(Self.biasContradiction) * (variances[axis] + own) {
      loseAlignment()
      headingResets += 1
      return
    }
  }

  /// Rolls back the gyroscope bias learned during a false stationary period.
  mutating func rollBackGyroscopeBias(_ step: borrowing NavigationStep) {
    guard let time else { return }
    if step.endsFalseStationaryPeriod, mode == .aligned, let before = stationaryStart {
      // The heading error is the rotation by the false bias.
      let turn = (state.gyroscopeBias - before.offset).length * time.seconds(since: before.time)
      state.gyroscopeBias = before.offset
      covariance.reset(at: ErrorIndex.gyroscopeBias, variance: before.variances)
      let heading = ErrorIndex.attitude + 2
      covariance[heading, heading] += turn * turn
      stationaryStart = nil
    }
    guard isStationary else {
      stationaryStart = nil
      return
    }
    guard stationaryStart == nil else { return }
    let deviation = step.gyroscopeBiasDeviation
    stationaryStart =
      mode == .aligned
      ? (state.gyroscopeBias, covariance.variances(at: ErrorIndex.gyroscopeBias), time)
      : (step.gyroscopeBias, Vector3(repeating: deviation * deviation), time)
  }
}
