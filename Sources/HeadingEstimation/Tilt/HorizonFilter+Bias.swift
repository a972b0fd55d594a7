import HeadingGeometry

extension HorizonFilter {
  /// The bias with its covariance, to be saved and restored.
  var knownBias: GyroscopeBias {
    @inline(__always) get {
      GyroscopeBias(
        value: bias,
        covariance: Matrix3(
          rows: Vector3(covariance[3][3], covariance[3][4], covariance[3][5]),
          Vector3(covariance[4][3], covariance[4][4], covariance[4][5]),
          Vector3(covariance[5][3], covariance[5][4], covariance[5][5])))
    }
    set {
      bias = newValue.value
      let rows = newValue.covariance.rows
      for index in 0..<3 {
        covariance[3][3 + index] = rows.x[index]
        covariance[4][3 + index] = rows.y[index]
        covariance[5][3 + index] = rows.z[index]
      }
      for axis in 3..<6 {
        for other in 0..<Self.count where !(3..<6).contains(other) {
          covariance[axis][other] = 0
          covariance[other][axis] = 0
        }
      }
    }
  }

  /// Initializes the bias with a known value.
  mutating func startBias(at value: Vector3, accuracy: Double) {
    knownBias = GyroscopeBias(
      value: value, covariance: Matrix3(diagonal: Vector3(repeating: accuracy * accuracy)))
  }

  /// Adds a bias change that other sources have found.
  mutating func shiftBias(by change: Vector3, limit: Double) {
    let bound = Vector3(repeating: limit)
    bias = (bias + change).clamped(lowerBound: -bound, upperBound: bound)
  }

  /// Adds to the bias variance, up to its initial value.
  mutating func inflateBias(by variance: Double, parameters: OrientationParameters) {
    let limit = Self.square(parameters.initialBiasDeviation)
    for index in 3..<6 {
      covariance[index][index] += max(0, min(variance, limit - covariance[index][index]))
    }
  }

  /// Random walk of the bias, limited to its initial variance.
  mutating func propagateBias(interval: Double, parameters: OrientationParameters) {
    let limit = Self.square(parameters.initialBiasDeviation)
    let step = Self.square(parameters.biasWalk) * interval / 100
    for index in 3..<6 where covariance[index][index] < limit { covariance[index][index] += step }
  }

  /// Propagates the bias through `interval` seconds without rates.
  mutating func passGap(_ interval: Double, parameters: OrientationParameters) {
    propagateBias(interval: interval, parameters: parameters)
  }
}
