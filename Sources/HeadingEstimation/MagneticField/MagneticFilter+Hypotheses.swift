import HeadingGeometry

extension MagneticFilter {
  /// Starts the alternative hypotheses for a field that the filter does not predict.
  mutating func startHypotheses(parameters: OrientationParameters) {
    undisturbedTime = 0
    let isFieldConfirmed = confirmedTime > 3
    if hardIronHypothesis == nil {
      hardIronHypothesis = FieldHypothesis(
        .hardIron, from: model, isFieldConfirmed: isFieldConfirmed, parameters: parameters)
    }
    if surroundingsHypothesis == nil {
      surroundingsHypothesis = FieldHypothesis(
        .surroundings, from: model, isFieldConfirmed: isFieldConfirmed, parameters: parameters)
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
    currentLogLikelihood: Double, parameters: OrientationParameters
  ) {
    hardIronHypothesis?.update(measurement, step: step, currentLogLikelihood: currentLogLikelihood)
    surroundingsHypothesis?.update(
      measurement, step: step, currentLogLikelihood: currentLogLikelihood)
    formerIronHypothesis?.update(
      measurement, step: step, currentLogLikelihood: currentLogLikelihood)
    if formerIronHypothesis?.isAccepted == true, let former = formerIronHypothesis {
      accept(former, parameters: parameters)
      return
    }
    if hardIronHypothesis?.isAccepted == true, let iron = hardIronHypothesis,
      surroundingsHypothesis.map({ iron.isMoreLikely(than: $0) }) ?? true
    {
      accept(iron, parameters: parameters)
      return
    }
    if surroundingsHypothesis?.isAccepted == true, let surroundings = surroundingsHypothesis,
      hardIronHypothesis.map({ surroundings.isMoreLikely(than: $0) }) ?? true
    {
      mixture.change(
        from: model.vector(FieldKalmanFilter.field),
        to: surroundings.model.vector(FieldKalmanFilter.field),
        age: surroundings.age, headingVariance: model.headingVariance,
        localVariance: localVariance(parameters: parameters))
      accept(surroundings, parameters: parameters)
      return
    }
    restartIfRejected(&hardIronHypothesis, parameters: parameters)
    restartIfRejected(&surroundingsHypothesis, parameters: parameters)
    if formerIronHypothesis != nil, undisturbedTime > 2 || formerIronHypothesis?.isRejected == true
    {
      formerIronHypothesis = nil
    }
  }

  /// Ends a hypothesis that is not needed, or restarts a rejected one.
  private func restartIfRejected(
    _ hypothesis: inout FieldHypothesis?, parameters: OrientationParameters
  ) {
    if undisturbedTime > 2, hypothesis?.isUndecided == false {
      hypothesis = nil
    } else if hypothesis?.isRejected == true, let cause = hypothesis?.cause {
      hypothesis = FieldHypothesis(
        cause, from: model, isFieldConfirmed: confirmedTime > 3, parameters: parameters)
    }
  }

  private mutating func accept(
    _ hypothesis: FieldHypothesis, parameters: OrientationParameters
  ) {
    if hypothesis.cause != .surroundings { formerIron = model.vector(FieldKalmanFilter.hardIron) }
    model = hypothesis.model
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
