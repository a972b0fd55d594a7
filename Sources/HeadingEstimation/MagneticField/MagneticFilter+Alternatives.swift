import HeadingGeometry

extension MagneticFilter {
  /// Starts the alternative hypotheses for a field that the filter does not predict.
  mutating func beginAlternatives(parameters: OrientationParameters) {
    calmTime = 0
    let isFieldProven = provenTime > 3
    if hardIronAlternative == nil {
      hardIronAlternative = FieldAlternative(
        .hardIron, from: model, isFieldProven: isFieldProven, parameters: parameters)
    }
    if surroundingsAlternative == nil {
      surroundingsAlternative = FieldAlternative(
        .surroundings, from: model, isFieldProven: isFieldProven, parameters: parameters)
    }
    if formerIronAlternative == nil, let formerIron {
      formerIronAlternative = FieldAlternative(
        formerIron: formerIron, from: model, parameters: parameters)
    }
  }

  /// Updates each hypothesis with a block and accepts one whose likelihood ratio suffices; `rival`
  /// is the log-likelihood of the block under the current filter.
  mutating func judge(
    _ measurement: MagneticModel.Measurement, step: MagneticModel.Step, rival: Double,
    parameters: OrientationParameters
  ) {
    hardIronAlternative?.update(measurement, step: step, rival: rival)
    surroundingsAlternative?.update(measurement, step: step, rival: rival)
    formerIronAlternative?.update(measurement, step: step, rival: rival)
    if formerIronAlternative?.isConvincing == true, let former = formerIronAlternative {
      accept(former, parameters: parameters)
      return
    }
    if hardIronAlternative?.isConvincing == true, let iron = hardIronAlternative,
      surroundingsAlternative.map({ iron.beats($0) }) ?? true
    {
      accept(iron, parameters: parameters)
      return
    }
    if surroundingsAlternative?.isConvincing == true, let rooms = surroundingsAlternative,
      hardIronAlternative.map({ rooms.beats($0) }) ?? true
    {
      history.change(
        from: model.vector(MagneticModel.field), to: rooms.model.vector(MagneticModel.field),
        age: rooms.age, headingVariance: model.headingVariance,
        localVariance: localVariance(parameters: parameters))
      accept(rooms, parameters: parameters)
      return
    }
    review(&hardIronAlternative, parameters: parameters)
    review(&surroundingsAlternative, parameters: parameters)
    if formerIronAlternative != nil, calmTime > 2 || formerIronAlternative?.isRefuted == true {
      formerIronAlternative = nil
    }
  }

  /// Ends a hypothesis that is not needed, or restarts a rejected one.
  private func review(_ alternative: inout FieldAlternative?, parameters: OrientationParameters) {
    if calmTime > 2, alternative?.isOpen == false {
      alternative = nil
    } else if alternative?.isRefuted == true, let cause = alternative?.cause {
      alternative = FieldAlternative(
        cause, from: model, isFieldProven: provenTime > 3, parameters: parameters)
    }
  }

  private mutating func accept(
    _ alternative: FieldAlternative, parameters: OrientationParameters
  ) {
    if alternative.cause != .surroundings { formerIron = model.vector(MagneticModel.hardIron) }
    model = alternative.model
    forgetAlternatives()
    variationDeviation = parameters.fieldVariation
    calmTime = 0
  }

  /// Drops all alternative hypotheses.
  mutating func forgetAlternatives() {
    hardIronAlternative = nil
    surroundingsAlternative = nil
    formerIronAlternative = nil
  }
}
