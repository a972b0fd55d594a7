import HeadingGeometry

extension HorizonFilter {
  /// Takes the direction of the magnetic field.
  ///
  /// Its elevation tells the tilt about the axis across it, where the place's is known; elsewhere how that tilt has changed since
  /// the field was first seen. Its azimuth tells how heading and tilt together have turned, which the same bias does.
  /// A direction that differs by more than tilt, gyroscope and room allow is another field's, and looked at anew: a magnet shall
  /// not pull on pitch and roll.
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
      < Self.gate * (covariance[Self.elevation][Self.elevation] + filteredVariance + seen.room)
    let isAzimuthUsual =
      turn * turn
      < Self.gate
      * (covariance[Self.azimuth][Self.azimuth] + slope * slope * filteredVariance
        + (seen.noise + seen.room) * widening)
    guard isAzimuthUsual, isElevationUsual || reference != nil else {
      forgetField()
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

  /// The place's field has this elevation, rad; `nil` where the place is unknown.
  mutating func setElevation(_ value: Double?) {
    guard value != reference else { return }
    reference = value
    elevation = value
    setIndependent(Self.elevation, variance: Self.placeVariance)
  }

  /// The next direction is another field's, or the horizon has been lost: it tells what changes from then on.
  mutating func forgetField() {
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

  /// Variance of the elevation at a place against the model's, with what a calibration leaves, rad²: 1°.
  private static let placeVariance = 3e-4

  /// Variance of a direction of which nothing is known, rad².
  private static let openVariance = 0.3

  /// Squared innovation over its variance that chance exceeds once in 400.
  private static let gate = 9.0
}
