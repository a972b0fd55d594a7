import HeadingGeometry

extension HorizonFilter {
  /// Takes the elevation of the magnetic field above the horizon, which tells the tilt about the axis across it.
  ///
  /// Only where the place's own elevation is known, and while the field shows it but for what the horizon may be wrong by:
  /// a magnet shall not pull on pitch and roll.
  mutating func observe(_ seen: MagneticFilter.Elevation, parameters: OrientationParameters) {
    guard let elevation, force.elapsed >= parameters.accelerationTime else { return }
    let departure = seen.value - elevation
    let expected = covariance[2][2] + filteredVariance + Self.usualVariation
    guard departure * departure < Self.gate * expected else { return }
    var row = Row(repeating: 0)
    row[0] = -seen.north.x
    row[1] = -seen.north.y
    row[2] = 1
    var change = Row(repeating: 0)
    correct(row, innovation: departure, variance: seen.variance, states: 6, change: &change)
    apply(change, parameters: parameters)
  }

  /// The place's field has this elevation, rad; `nil` where the place is unknown.
  mutating func setElevation(_ value: Double?) {
    guard value != reference else { return }
    reference = value
    elevation = value
    for index in 0..<6 {
      covariance[2][index] = 0
      covariance[index][2] = 0
    }
    covariance[2][2] = Self.placeVariance
  }

  /// Variance of the elevation at a place against the model's, with what a calibration leaves, rad²: 1°.
  private static let placeVariance = 3e-4

  /// Squared innovation over its variance that chance exceeds once in 400.
  private static let gate = 9.0

  /// Variance of the elevation within a room, rad²: 1.2°, 1 µT in 48 µT.
  private static let usualVariation = 4.4e-4
}
