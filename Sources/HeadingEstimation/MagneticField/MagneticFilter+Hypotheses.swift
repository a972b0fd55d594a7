import HeadingGeometry

extension MagneticFilter {
  /// Starts the alternative hypotheses for a field that the filter does not predict.
  mutating func startHypotheses(parameters: OrientationParameters) {
    undisturbedTime = 0
    let isFieldConfirmed = confirmedTime > 3
    if hardIronHypothesis == nil {
      hardIronHypothesis = FieldHypothesis(
        .hardIron, from: model, isFieldConfirmed: isFieldConfirmed,
        vertical: mixture.reference?.vertical, parameters: parameters)
    }
    if surroundingsHypothesis == nil {
      surroundingsHypothesis = FieldHypothesis(
        .surroundings, from: model, isFieldConfirmed: isFieldConfirmed,
        vertical: mixture.reference?.vertical, parameters: parameters)
    }
    if formerIronHypothesis == nil, let formerIron {
      formerIronHypothesis = FieldHypothesis(
        formerIron: formerIron, from: model, parameters: parameters)
    }
  }

  /// Updates each hypothesis with a block and accepts one whose likelihood ratio suffices;
  /// `currentLogLikelihood` is the log-likelihood of the block under the current filter.
  mutating func testHypotheses(
    _ measurement: FieldKalmanFilter.Measurement, step: FieldKalmanFilter.Step,
    currentLogLikelihood: Double, isResting: Bool, parameters: OrientationParameters
  ) {
    hardIronHypothesis?.update(
      measurement, step: step, currentLogLikelihood: currentLogLikelihood, isResting: isResting)
    surroundingsHypothesis?.update(
      measurement, step: step, currentLogLikelihood: currentLogLikelihood, isResting: isResting)
    formerIronHypothesis?.update(
      measurement, step: step, currentLogLikelihood: currentLogLikelihood, isResting: isResting)
    if formerIronHypothesis?.isAccepted == true, let former = formerIronHypothesis.take() {
      accept(former, parameters: parameters)
      return
    }
    let ironEvidence = hardIronHypothesis?.evidence
    let placeEvidence = surroundingsHypothesis?.evidence
    if hardIronHypothesis?.isAccepted == true,
      ironEvidence?.isStronger(than: placeEvidence) == true,
      let iron = hardIronHypothesis.take()
    {
      accept(iron, parameters: parameters)
      return
    }
    if surroundingsHypothesis?.isAccepted == true,
      placeEvidence?.isStronger(than: ironEvidence) == true
        || placeEvidence?.hasLasted(against: ironEvidence) == true
    {
      adoptSurroundings(parameters: parameters)
      return
    }
    let (isOver, isConfirmed) = (undisturbedTime > 2, confirmedTime > 3)
    Self.restartIfRejected(
      &hardIronHypothesis, isOver: isOver, from: model, isFieldConfirmed: isConfirmed,
      vertical: mixture.reference?.vertical, parameters: parameters)
    Self.restartIfRejected(
      &surroundingsHypothesis, isOver: isOver, from: model, isFieldConfirmed: isConfirmed,
      vertical: mixture.reference?.vertical, parameters: parameters)
    if formerIronHypothesis != nil, undisturbedTime > 2 || formerIronHypothesis?.isRejected == true
    {
      formerIronHypothesis = nil
    }
  }

  /// Ends a hypothesis that is not needed, or restarts a rejected one.
  private static func restartIfRejected(
    _ hypothesis: inout FieldHypothesis?, isOver: Bool, from model: FieldKalmanFilter,
    isFieldConfirmed: Bool, vertical: Double?, parameters: OrientationParameters
  ) {
    if isOver, hypothesis?.isUndecided == false {
      hypothesis = nil
    } else if hypothesis?.isRejected == true, let cause = hypothesis?.cause {
      hypothesis = FieldHypothesis(
        cause, from: model, isFieldConfirmed: isFieldConfirmed, vertical: vertical,
        parameters: parameters)
    }
  }

  /// Takes the present field for that of another place.
  mutating func adoptSurroundings(parameters: OrientationParameters) {
    guard let surroundings = surroundingsHypothesis.take() else { return }
    mixture.change(
      from: model.vector(FieldKalmanFilter.field),
      to: surroundings.model.vector(FieldKalmanFilter.field),
      age: surroundings.age, headingVariance: model.headingVariance,
      localVariance: localVariance(parameters: parameters))
    accept(surroundings, parameters: parameters)
  }

  private mutating func accept(
    _ hypothesis: borrowing FieldHypothesis, parameters: OrientationParameters
  ) {
    // Without rotation the present field may contain iron on the device.
    if hypothesis.cause == .surroundings, !hypothesis.isRotated { confirmedTime = 0 }
    if hypothesis.cause != .surroundings { formerIron = model.vector(FieldKalmanFilter.hardIron) }
    model = hypothesis.model
    restartShiftTests()
    dropHypotheses()
    variationDeviation = parameters.fieldVariation
    undisturbedTime = 0
  }

  /// Drops all alternative hypotheses.
  mutating func dropHypotheses() {
    hardIronHypothesis = nil
    surroundingsHypothesis = nil
    formerIronHypothesis = nil
  }
}
