public import HeadingGeometry

extension OrientationEstimator {
  /// Resets the field estimation because the magnetometer calibration has changed.
  ///
  /// Heading and local field are estimated anew with the next fields, hard iron and delay with the
  /// next rotations.
  ///
  /// - Parameter parameters: The parameters from now on, such as
  ///   ``OrientationParameters/uncalibrated``; the expected gyroscope bias stays.
  public mutating func recalibrateField(parameters: OrientationParameters) {
    let bias = self.parameters.initialBiasDeviation
    self.parameters = parameters
    self.parameters.initialBiasDeviation = bias
    magneticFilter.restart(parameters: parameters)
    compass.restart()
    slowTurn = SlowTurnDetector()
    sensors.restartField()
    blindField = nil
  }

  /// Sets ``OrientationParameters/initialBiasDeviation``, before the first rate; later, and after a
  /// restored bias, it only limits how much the bias may be forgotten.
  ///
  /// - Parameter deviation: 1σ, rad/s; one beyond the largest bias, or none at all, changes nothing.
  public mutating func expectBias(deviation: Double) {
    guard deviation > 0, deviation <= parameters.biasLimit else { return }
    parameters.initialBiasDeviation = deviation
    guard sensors.gyroscope.last == nil, horizon.bias == .zero else { return }
    horizon.startBias(at: .zero, accuracy: deviation)
  }

  /// Adapts the estimate to a changed gyroscope calibration.
  ///
  /// It changes nothing before the first rate: a restored bias refers to the calibration of the run
  /// that saved it.
  ///
  /// - Parameter change: What the new calibration adds to the rates, rad/s, body frame; the
  ///   remaining gyroscope bias changes by the same amount.
  public mutating func recalibrateRate(by change: Vector3) {
    guard sensors.gyroscope.last != nil else { return }
    horizon.shiftBias(by: change, limit: parameters.biasLimit)
    temperature.forgetOffset()
    strapdown.shift(by: change)
    stationarity = StationarityDetector()
    slowTurn = SlowTurnDetector()
  }

  /// Reduces the weight of the earlier specific force, because the accelerometer calibration has
  /// changed; the tilt is estimated anew.
  public mutating func recalibrateForce() {
    horizon.limitMemory()
    stationarity = StationarityDetector()
    slowTurn = SlowTurnDetector()
    sensors.restartForce()
  }
}
