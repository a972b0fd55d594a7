import HeadingGeometry

extension HorizonFilter {
  /// Takes the elevation of the magnetic field above the horizon, which tells the tilt about the axis across it.
  mutating func observe(_ seen: MagneticFilter.Elevation, parameters: OrientationParameters) {
    let (north, variance) = (seen.north, seen.variance)
    guard force.elapsed >= parameters.accelerationTime else { return }
    covariance[2][2] += Self.elevationWalk * seen.interval
    guard covariance[2][2] < Self.unknownElevation else {
      beginElevation(at: seen.value, north: north, variance: variance)
      return
    }
    var row = Row(repeating: 0)
    row[0] = -north.x
    row[1] = -north.y
    row[2] = 1
    var change = Row(repeating: 0)
    correct(
      row, innovation: seen.value - elevation, variance: variance, states: 6, change: &change)
    apply(change, parameters: parameters)
  }

  /// Takes what is seen for the local field's elevation: it is wrong by what the horizon is.
  private mutating func beginElevation(at value: Double, north: SIMD2<Double>, variance: Double) {
    forgetElevation()
    elevation = value
    let (along, across) = (
      north.x * covariance[0][0] + north.y * covariance[0][1],
      north.x * covariance[0][1] + north.y * covariance[1][1]
    )
    let bias = (3..<6).map { north.x * covariance[0][$0] + north.y * covariance[1][$0] }
    covariance[2][2] = variance + north.x * along + north.y * across
    for (index, value) in [along, across].enumerated() {
      covariance[2][index] = value
      covariance[index][2] = value
    }
    for (index, value) in bias.enumerated() {
      covariance[2][3 + index] = value
      covariance[3 + index][2] = value
    }
  }

  /// The local field's elevation is that of a magnetic model, rad: 1° of it is the place's and the calibration's own.
  mutating func startElevation(at value: Double) {
    forgetElevation()
    elevation = value
    covariance[2][2] = 3e-4
  }

  /// The field is another one.
  mutating func forgetElevation() {
    for index in 0..<6 {
      covariance[2][index] = 0
      covariance[index][2] = 0
    }
    covariance[2][2] = 1
  }

  /// How far the elevation of the local field changes as the device moves on, rad²/s: 0.5° within a minute and a half.
  ///
  /// Small: a new room is learnt late. Large: the horizon gains nothing from the field.
  private static let elevationWalk = 1e-6

  /// From this variance on, rad², the elevation is read anew: 10°.
  private static let unknownElevation = 0.03
}
