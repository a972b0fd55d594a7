/// What is known of the parameters before any sample.
struct FieldPrior: Sendable {
  /// 1σ of a scale error; boards distort by a few percent, so this only keeps the problem solvable.
  var scale = 0.15
  /// 1σ of a symmetric cross term.
  var cross = 0.1
  /// 1σ of the turn between magnetometer and accelerometer, rad.
  var turn = 0.1
  /// 1σ of the field for the whole range of load or temperature.
  var regressor = 1.0
  /// The strength expected, logarithm, and 1σ: with none known a third.
  var logStrength = 0.0
  var logStrengthDeviation = 0.33

  /// The inclination of the place, rad; `nil` if it is not known.
  var inclination: Double?
  /// 1σ of the inclination where it is known, rad: rad; set from the knowledge.
  var inclinationDeviation = 1e-4
  /// 1σ of the accelerometer's bias, g, and scale errors, where none shows.
  var accelerometerBias = 0.001
  var accelerometerScale = 0.001
  /// 1σ of a vehicle's velocity over standard gravity, s, beside what was told.
  var velocity = 0.03
  /// 1σ of the field's lag, s, where none shows.
  var lag = 0.002
  /// 1σ of the hard iron's drift.
  var drift = 0.1

  /// Adds it to the equations at the current parameters.
  func add(to equations: inout NormalEquations, _ parameters: FieldParameters) {
    let coefficients = parameters.coefficients
    for index in 0..<9 {
      let deviation = index < 3 ? scale : index < 6 ? cross : turn
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
