public import HeadingGeometry

extension OrientationEstimator {
  /// Says that fields are calibrated otherwise from now on: nothing of what was learnt of them holds.
  ///
  /// Heading and local field are found anew with the next fields, hard iron and delay with the next turns.
  ///
  /// - Parameter parameters: What holds from now on, such as ``OrientationParameters/uncalibrated``.
  public mutating func recalibrateField(parameters: OrientationParameters) {
    self.parameters = parameters
    magneticFilter.restart(parameters: parameters)
    northFilter.restart()
    slowTurn = SlowTurn()
    sensors.restartField()
    blindField = nil
  }

  /// Says that rates are calibrated otherwise from now on.
  ///
  /// Before the first rate it changes nothing: what an earlier run knew is of rates as they were calibrated in it.
  ///
  /// - Parameter change: What is added to them, rad/s, body frame. The gyroscope's offset that is left grows by as much.
  public mutating func recalibrateRate(by change: Vector3) {
    guard sensors.gyroscope.last != nil else { return }
    horizon.shiftBias(by: change, limit: parameters.biasLimit)
    temperature.forgetOffset()
    strapdown.shift(by: change)
    rest = RestDetector()
    slowTurn = SlowTurn()
  }

  /// Says that specific forces are calibrated otherwise from now on: the horizon is found anew.
  public mutating func recalibrateForce() {
    horizon.soften()
    rest = RestDetector()
    slowTurn = SlowTurn()
    sensors.restartForce()
  }
}
