/// Nuisance parameters of a fit: errors of other sensors that would otherwise bias the calibration.
struct NuisanceParameters: OptionSet, Sendable {
  let rawValue: Int

  /// Bias and scale of the accelerometer, with a narrow prior (1 mg, 0.1 %).
  static let accelerometer = NuisanceParameters(rawValue: 1 << 0)
  /// Bias and scale of the accelerometer, with the prior of an uncalibrated one (50 mg, 3 %).
  static let uncalibratedAccelerometer = NuisanceParameters(rawValue: 1 << 5)
  /// Bias and scale of the accelerometer, with the prior of a calibrated one (0.3 mg, 0.03 %).
  static let calibratedAccelerometer = NuisanceParameters(rawValue: 1 << 7)
  /// Bias and scale of the accelerometer, with the prior of an unknown one whose bias no tilts show
  /// (10 mg, 0.1 %).
  static let untestedAccelerometer = NuisanceParameters(rawValue: 1 << 9)
  /// The inclination, with the reference field's uncertainty as prior.
  static let inclination = NuisanceParameters(rawValue: 1 << 1)
  /// The inclination, with a wide prior (0.2 rad): the reference field is contradicted.
  static let freeInclination = NuisanceParameters(rawValue: 1 << 2)
  /// Lag of the field, with the prior of the order of readings (2 ms).
  static let lag = NuisanceParameters(rawValue: 1 << 3)
  /// Lag of the field, with the prior of bus and filter delays (50 ms).
  static let freeLag = NuisanceParameters(rawValue: 1 << 6)
  /// Correction of a vehicle's velocity, with the velocity's uncertainty as prior.
  static let velocity = NuisanceParameters(rawValue: 1 << 8)
  /// Linear drift of the hard iron with time.
  static let drift = NuisanceParameters(rawValue: 1 << 4)

  /// The same set with the prior of an uncalibrated accelerometer.
  var withUncalibratedAccelerometer: NuisanceParameters {
    subtracting([.accelerometer, .calibratedAccelerometer, .untestedAccelerometer])
      .union(.uncalibratedAccelerometer)
  }
}

extension FieldFit {
  /// Adds the nuisance parameters to the active ones and sets their priors.
  mutating func apply(_ nuisance: NuisanceParameters, to active: inout [Int], inclination: Double?)
  {
    self.nuisance = nuisance
    func add(_ first: Int, _ count: Int) {
      for index in first..<(first + count) where !active.contains(index) { active.append(index) }
    }
    if data.hasUp {
      if !nuisance.isDisjoint(with: [
        .accelerometer, .calibratedAccelerometer, .uncalibratedAccelerometer,
        .untestedAccelerometer,
      ]) {
        add(FieldParameters.accelerometerBias, 6)
        if nuisance.contains(.calibratedAccelerometer) {
          (prior.accelerometerBias, prior.accelerometerScale) = (0.0003, 0.0003)
        }
        if nuisance.contains(.untestedAccelerometer) { prior.accelerometerBias = 0.01 }
        if nuisance.contains(.uncalibratedAccelerometer) {
          (prior.accelerometerBias, prior.accelerometerScale) = (0.05, 0.03)
        }
      }
      if !nuisance.isDisjoint(with: [.lag, .freeLag]), data.hasRate {
        add(FieldParameters.lag, 1)
        if nuisance.contains(.freeLag) { prior.lag = 0.05 }
      }
      if let inclination, !nuisance.isDisjoint(with: [.inclination, .freeInclination]) {
        add(FieldParameters.dip, 1)
        prior.inclination = inclination
        if nuisance.contains(.freeInclination) { prior.inclinationDeviation = 0.2 }
      }
    }
    if nuisance.contains(.velocity), let deviation = data.velocityDeviation {
      add(FieldParameters.velocity, 3)
      prior.velocity = deviation
    }
    if nuisance.contains(.drift) { add(FieldParameters.drift, 3) }
  }
}
