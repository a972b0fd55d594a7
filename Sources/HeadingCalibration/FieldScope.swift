/// What a fit estimates beside the calibration, so that errors of other sensors do not end in it.
struct FieldScope: OptionSet, Sendable {
  let rawValue: Int

  /// Bias and scale of the accelerometer within what does not show.
  static let accelerometer = FieldScope(rawValue: 1 << 0)
  /// Bias and scale of the accelerometer within what one from the factory has.
  static let uncalibratedAccelerometer = FieldScope(rawValue: 1 << 5)
  /// Bias and scale of the accelerometer within what a calibration leaves.
  static let calibratedAccelerometer = FieldScope(rawValue: 1 << 7)
  /// The inclination within what the model of the place may miss.
  static let inclination = FieldScope(rawValue: 1 << 1)
  /// The inclination as if the place were not known.
  static let freeInclination = FieldScope(rawValue: 1 << 2)
  /// How late the field is, within what the order of readings makes.
  static let lag = FieldScope(rawValue: 1 << 3)
  /// How late the field is, within what a bus and a filter make.
  static let freeLag = FieldScope(rawValue: 1 << 6)
  /// A vehicle's velocity within what was told of it.
  static let velocity = FieldScope(rawValue: 1 << 8)
  /// The hard iron's drift with time.
  static let drift = FieldScope(rawValue: 1 << 4)

  /// The same with an accelerometer that was never calibrated.
  var withUncalibratedAccelerometer: FieldScope {
    subtracting([.accelerometer, .calibratedAccelerometer]).union(.uncalibratedAccelerometer)
  }
}

extension FieldFit {
  /// Takes the parameters of a scope into those to be estimated.
  mutating func apply(_ scope: FieldScope, to active: inout [Int], inclination: Double?) {
    self.scope = scope
    func add(_ first: Int, _ count: Int) {
      for index in first..<(first + count) where !active.contains(index) { active.append(index) }
    }
    if data.hasUp {
      if !scope.isDisjoint(with: [
        .accelerometer, .calibratedAccelerometer, .uncalibratedAccelerometer,
      ]) {
        add(FieldParameters.accelerometerBias, 6)
        if scope.contains(.calibratedAccelerometer) {
          (prior.accelerometerBias, prior.accelerometerScale) = (0.0003, 0.0003)
        }
        if scope.contains(.uncalibratedAccelerometer) {
          (prior.accelerometerBias, prior.accelerometerScale) = (0.05, 0.03)
        }
      }
      if !scope.isDisjoint(with: [.lag, .freeLag]), data.hasRate {
        add(FieldParameters.lag, 1)
        if scope.contains(.freeLag) { prior.lag = 0.05 }
      }
      if let inclination, !scope.isDisjoint(with: [.inclination, .freeInclination]) {
        add(FieldParameters.dip, 1)
        prior.inclination = inclination
        if scope.contains(.freeInclination) { prior.inclinationDeviation = 0.2 }
      }
    }
    if scope.contains(.velocity), let deviation = data.velocityDeviation {
      add(FieldParameters.velocity, 3)
      prior.velocity = deviation
    }
    if scope.contains(.drift) { add(FieldParameters.drift, 3) }
  }
}
