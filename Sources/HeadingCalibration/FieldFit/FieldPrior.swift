/// Gaussian prior of the parameters.
struct FieldPrior: Sendable {
  /// 1σ of a scale error; soft iron is a few percent, so this only regularizes the problem.
  var scale = 0.15
  /// 1σ of a symmetric cross term.
  var cross = 0.1
  /// 1σ of the misalignment between magnetometer and accelerometer, rad.
  var misalignment = 0.1
  /// 1σ of the field's change over the half range of load or temperature.
  var regressor = 1.0
  /// Mean and 1σ of the logarithm of the strength; a third if the place is unknown.
  var logStrength = 0.0
  var logStrengthDeviation = 0.33

  /// Inclination of the reference field, rad; `nil` if unknown.
  var inclination: Double?
  /// 1σ of that inclination, rad; set from the calibration knowledge.
  var inclinationDeviation = 1e-4
  /// 1σ of the accelerometer's bias, g, and scale errors, if the samples show none.
  var accelerometerBias = 0.001
  var accelerometerScale = 0.001
  /// 1σ of the correction of a vehicle's velocity over standard gravity, s.
  var velocity = 0.03
  /// 1σ of the field's lag, s, if the samples show none.
  var lag = 0.002
  /// 1σ of the hard iron's drift.
  var drift = 0.1

  /// Adds the prior to the normal equations at the current parameters.
  func add(to equations: inout NormalEquations, _ parameters: FieldParameters) {
    let coefficients = parameters.coefficients
    for index in 0..<9 {
      let deviation = index < 3 ? scale : index < 6 ? cross : misalignment
      equations.addPrior(index, difference: -coefficients[index], deviation: deviation)
    }
    equations.addPrior(
      FieldParameters.logStrength, difference: logStrength - parameters.logStrength,
      deviation: logStrengthDeviation)
    if let inclination {
      equations.addPrior(
        FieldParameters.dip, difference: inclination - parameters.inclination,
        deviation: inclinationDeviation)
    }
    equations.addPrior(FieldParameters.lag, difference: -parameters.lag, deviation: lag)
    for axis in 0..<3 {
      equations.addPrior(
        FieldParameters.accelerometerBias + axis, difference: -parameters.accelerometerBias[axis],
        deviation: accelerometerBias)
      equations.addPrior(
        FieldParameters.accelerometerScale + axis, difference: -parameters.accelerometerScale[axis],
        deviation: accelerometerScale)
      equations.addPrior(
        FieldParameters.velocity + axis, difference: -parameters.velocity[axis],
        deviation: velocity)
      equations.addPrior(
        FieldParameters.drift + axis, difference: -parameters.drift[axis], deviation: drift)
      equations.addPrior(
        FieldParameters.load + axis, difference: -parameters.load[axis], deviation: regressor)
      equations.addPrior(
        FieldParameters.temperature + axis, difference: -parameters.temperature[axis],
        deviation: regressor)
    }
  }
}
