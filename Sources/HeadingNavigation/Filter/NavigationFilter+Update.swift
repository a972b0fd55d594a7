import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// The innovation of one measurement: residual, Jacobian row, P hᵀ and variance.
  struct Innovation {
    var residual: Double
    var row: ErrorVector
    var cross: ErrorVector
    var variance: Double

    /// Normalized innovation squared; mean 1.
    var square: Double { residual * residual / variance }

    /// The innovation with additional noise variance.
    func widened(by noise: Double) -> Innovation {
      var result = self
      result.variance += noise
      return result
    }
  }

  /// Computes the innovation of a measurement.
  ///
  /// - Parameters:
  ///   - prediction: Value and row of the Jacobian.
  ///   - residual: Measured minus predicted value.
  ///   - noise: Variance of the measurement.
  /// - Returns: The innovation with its variance.
  func innovation(
    _ prediction: MeasurementModels.Prediction, residual: Double, noise: Double
  ) -> Innovation {
    let cross = covariance.product(prediction.row)
    return Innovation(
      residual: residual, row: prediction.row, cross: cross,
      variance: prediction.row.dot(cross) + noise)
  }

  /// Measurement update.
  mutating func accept(_ innovation: borrowing Innovation) {
    covariance.update(cross: innovation.cross, variance: innovation.variance)
    correct(by: innovation.cross, innovation)
  }

  /// Measurement update with an azimuth of the field: corrects heading, gyroscope and field errors
  /// only.
  ///
  /// A local deviation is correlated over minutes. In a steep field a full update would attribute
  /// half of it to tilt.
  mutating func acceptField(_ innovation: borrowing Innovation) {
    var gain = innovation.cross
    for index in 0..<ErrorIndex.count where !Self.isCorrectedByField(index) { gain[index] = 0 }
    covariance.update(cross: innovation.cross, gain: gain, variance: innovation.variance)
    correct(by: gain, innovation)
  }

  private static func isCorrectedByField(_ index: Int) -> Bool {
    switch index {
    case ErrorIndex.attitude + 2, ErrorIndex.magneticOffset,
      ErrorIndex.gyroscopeBias..<ErrorIndex.gyroscopeBias + 3,
      ErrorIndex.gyroscopeScale..<ErrorIndex.gyroscopeScale + 3,
      ErrorIndex.residualIron..<ErrorIndex.count:
      true
    default: false
    }
  }

  private mutating func correct(by gain: borrowing ErrorVector, _ innovation: borrowing Innovation)
  {
    var correction = copy gain
    let factor = innovation.residual / innovation.variance
    for index in 0..<ErrorIndex.count { correction[index] *= factor }
    if mode == .aligned {
      // The correction also applies to the acceleration, which was integrated with the old attitude
      // and bias.
      let force = acceleration + Vector3(0, 0, PhysicalConstants.standardGravity)
      acceleration +=
        correction.vector(at: ErrorIndex.attitude).cross(force)
        - state.attitude * correction.vector(at: ErrorIndex.accelerometerBias)
    }
    state.correct(by: correction)
    alignment.turn(by: -correction[ErrorIndex.attitude + 2])
  }

  /// Restarts the integration of the velocity ratios.
  mutating func interruptMotion() {
    sumInterval = 0
    sumStartSpeed = state.velocity.length
    state.acrossSum = 0
    state.floorSum = 0
    // Nothing is integrated yet; positive for numerical reasons.
    covariance.reset(ErrorIndex.acrossSum, variance: 1e-18)
    covariance.reset(ErrorIndex.floorSum, variance: 1e-18)
  }

  /// Measurement update with innovation gating.
  ///
  /// - Parameters:
  ///   - prediction: Value and row of the Jacobian.
  ///   - residual: Measured minus predicted value.
  ///   - noise: Variance of the measurement.
  ///   - margin: Additional variance allowed by the gate.
  ///   - monitor: The monitor that records the innovation.
  /// - Returns: Whether the measurement was accepted.
  @discardableResult
  mutating func take(
    _ prediction: MeasurementModels.Prediction, residual: Double, noise: Double,
    margin: Double = 0, monitor: WritableMonitor
  ) -> Bool {
    let result = innovation(prediction, residual: residual, noise: noise)
    let isAccepted = result.widened(by: margin).square < parameters.gate * parameters.gate
    note(monitor, result.square, isAccepted: isAccepted)
    if isAccepted { accept(result) }
    return isAccepted
  }

  /// Selects the monitor of a measurement.
  enum WritableMonitor { case altitude, climb, pressure, across, floor, heading, none }

  mutating func note(_ monitor: WritableMonitor, _ square: Double, isAccepted: Bool) {
    switch monitor {
    case .altitude: altitudeMonitor.note(square, isAccepted: isAccepted)
    case .climb: climbMonitor.note(square, isAccepted: isAccepted)
    case .pressure: pressureMonitor.note(square, isAccepted: isAccepted)
    case .across: acrossMonitor.note(square, isAccepted: isAccepted)
    case .floor: floorMonitor.note(square, isAccepted: isAccepted)
    case .heading: headingMonitor.note(square, isAccepted: isAccepted)
    case .none: break
    }
  }

  /// Joint test of two measurements of equal noise, east and north.
  ///
  /// - Returns: Their normalized innovation squared, divided by two.
  static func pairSquare(_ east: Innovation, _ north: Innovation) -> Double {
    let mixed = east.row.dot(north.cross)
    let determinant = east.variance * north.variance - mixed * mixed
    guard determinant > 0 else { return .infinity }
    let sum =
      east.residual * east.residual * north.variance
      + north.residual * north.residual * east.variance
      - 2 * mixed * east.residual * north.residual
    return sum / determinant / 2
  }
}
