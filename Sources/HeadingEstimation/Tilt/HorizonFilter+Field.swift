import HeadingGeometry

extension HorizonFilter {
  /// Updates tilt and bias with the direction of the magnetic field.
  ///
  /// If the place is known, the elevation measures the tilt about the axis across the field;
  /// otherwise it measures how that tilt has changed since the field was first observed. The
  /// azimuth measures the rotation of heading and tilt together, which the same bias causes. A
  /// direction outside the innovation gate of tilt, gyroscope and field variation belongs to
  /// another field and becomes the new reference, so that a magnet does not change pitch and roll.
  mutating func observe(_ seen: FieldDirection, parameters: OrientationParameters) {
    guard force.elapsed >= parameters.accelerationTime else { return }
    if north == nil {
      north = seen.north
      setIndependent(Self.azimuth, variance: Self.openVariance)
    }
    if elevation == nil {
      elevation = seen.elevation
      setIndependent(Self.elevation, variance: Self.openVariance)
    }
    guard let north, let elevation else { return }
    let rise = seen.elevation - elevation
    let turn = north.x * seen.north.y - north.y * seen.north.x
    let slope = seen.slope
    let widening = 1 + slope * slope
    let isElevationUsual =
      rise * rise
      < Self.gate
      * (covariance[Self.elevation][Self.elevation] + filteredVariance + seen.usualVariation)
    let isAzimuthUsual =
      turn * turn
      < Self.gate
      * (covariance[Self.azimuth][Self.azimuth] + slope * slope * filteredVariance
        + (seen.noise + seen.usualVariation) * widening)
    guard isAzimuthUsual, isElevationUsual || reference != nil else {
      resetFieldReference()
      return
    }
    var change = Row(repeating: 0)
    if isElevationUsual {
      var row = Row(repeating: 0)
      row[0] = -seen.north.x
      row[1] = -seen.north.y
      row[Self.elevation] = 1
      let noise = reference == nil ? seen.noise : seen.elevationNoise
      correct(row, innovation: rise, variance: noise, change: &change)
    }
    var row = Row(repeating: 0)
    row[0] = -slope * seen.north.y
    row[1] = slope * seen.north.x
    row[Self.azimuth] = 1
    correct(row, innovation: turn, variance: seen.noise * widening, change: &change)
    apply(change, parameters: parameters)
  }

  /// Sets the elevation of the place's field, rad; `nil` if the place is unknown.
  mutating func setElevation(_ value: Double?) {
    guard value != reference else { return }
    reference = value
    elevation = value
    setIndependent(Self.elevation, variance: Self.placeVariance)
  }

  /// Drops the reference direction after a change of the field or a loss of the tilt: the next
  /// direction measures changes from then on.
  mutating func resetFieldReference() {
    north = nil
    if reference == nil { elevation = nil }
  }

  private mutating func setIndependent(_ index: Int, variance: Double) {
    for other in 0..<Self.count {
      covariance[index][other] = 0
      covariance[other][index] = 0
    }
    covariance[index][index] = variance
  }

  /// Variance of the elevation against the magnetic model's, calibration residuals included, rad²:
  /// 1°.
  private static let placeVariance = 3e-4

  /// Variance of an unknown direction, rad².
  private static let openVariance = 0.3

  /// Gate of the normalized squared innovation; exceeded by chance once in 400.
  private static let gate = 9.0
}
