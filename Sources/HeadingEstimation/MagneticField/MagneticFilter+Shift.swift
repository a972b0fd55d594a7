import HeadingGeometry

extension MagneticFilter {
  /// Begins to watch for slow changes at the field of the filter.
  mutating func restartShiftTests() {
    isShifted = false
    shifts.0.restart(at: model)
    shifts.1.restart(at: model, ends: FieldShiftTest.length / 2)
  }

  /// Holds the heading by the gyroscope once the field has changed slowly.
  mutating func testShift(
    _ result: MagneticBlock.Result, step: FieldKalmanFilter.Step, motion: Motion,
    isIronUnknown: Bool, variation: Double, parameters: OrientationParameters
  ) {
    // At rest nothing averages out; the filter takes the variation as constant. After a sudden change
    // the hypotheses decide; iron that they have just found is not accurate enough for this test. A
    // gyroscope whose bias is not known yet knows no better than the field.
    guard !motion.isResting, !isIronUnknown, motion.driftVariance < Self.knownDrift,
      isShifted || undisturbedTime > FieldShiftTest.averaging
    else {
      restartShiftTests()
      return
    }
    let measured = result.measurement.field - model.ironField(result.measurement)
    let tilt = motion.tilt.variance + motion.unmeasuredTiltVariance
    let soft = parameters.softIronDeviation * parameters.softIronDeviation
    let expected = FieldShiftTest.Expected(
      variation: variation * variation, variationTime: parameters.fieldVariationTime,
      other: model.meanVariance(FieldKalmanFilter.hardIron) + (tilt + soft) * measured.squaredLength
    )
    let largest = Self.largestShift * parameters.fieldVariation
    func hasShifted(_ test: inout FieldShiftTest) -> Bool {
      test.add(measured, step: step, expected: expected, bias: motion.bias, model: model)
        && test.change.length > largest
    }
    if isShifted {
      if hasShifted(&shifts.0) { return holdHeading(parameters: parameters) }
      // The field has returned, or the gyroscope's heading has become no better than it.
      return restartShiftTests()
    }
    let first = hasShifted(&shifts.0)
    guard hasShifted(&shifts.1) || first else { return }
    if !first { shifts.0 = shifts.1 }
    isShifted = true
    // What had changed before the test began was below its threshold, about the usual variation.
    let usual = parameters.fieldVariation
    model.setVector(
      FieldKalmanFilter.field, to: shifts.0.held, variance: shifts.0.heldVariance + usual * usual)
    model.set(FieldKalmanFilter.drift, to: 0, variance: step.driftVariance)
    recalledBias = shifts.0.recallBias()
    holdHeading(parameters: parameters)
  }

  private mutating func holdHeading(parameters: OrientationParameters) {
    variationDeviation = max(variationDeviation, shifts.0.change.length)
    startHypotheses(parameters: parameters)
  }

  /// Variance of a bias that is known, (rad/s)²: 0.15°/s, 2° in the test's mean time.
  private static let knownDrift = 6.9e-6

  /// Change of the field that counts, in standard deviations of its variation in space.
  private static let largestShift = 1.5

  /// Hands over the gyroscope bias to which the tilt filter must return.
  mutating func takeRecalledBias() -> GyroscopeBias? {
    defer { recalledBias = nil }
    return recalledBias
  }
}
