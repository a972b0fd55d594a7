import HeadingGeodesy
import HeadingGeometry
import HeadingSensing

/// Mean sea level and the ellipsoid: where one height is known, the other follows through the geoid.
struct GeoidReference {
  /// The geoid; `nil` where its file was not found.
  let grid: GeoidGrid?

  /// Fills the altitude that a solution lacks from the one that it has.
  ///
  /// What a receiver reports itself is left alone. A derived height carries the geoid's error
  /// (``GeoidGrid/largestInterpolationError``), added in squares to ``HeadingSolution/verticalAccuracy``,
  /// which stands for both heights. Without a geoid or a place the reasons say so.
  func complete(_ solution: inout HeadingSolution) {
    switch (solution.altitude, solution.ellipsoidalAltitude) {
    case (.known(let altitude), .missing(let reasons)):
      guard let place = place(&solution.ellipsoidalAltitude, reasons, solution.coordinate) else {
        return
      }
      solution.ellipsoidalAltitude = .known(
        place.grid.ellipsoidalHeight(meanSeaLevelAltitude: altitude, at: place.coordinate))
    case (.missing(let reasons), .known(let height)):
      guard let place = place(&solution.altitude, reasons, solution.coordinate) else { return }
      solution.altitude = .known(
        place.grid.meanSeaLevelAltitude(ellipsoidalHeight: height, at: place.coordinate))
    case (.known, .known), (.missing, .missing): return
    }
    solution.verticalAccuracy = solution.verticalAccuracy.map { accuracy in
      let error = GeoidGrid.largestInterpolationError
      return (accuracy * accuracy + error * error).squareRoot()
    }
  }

  /// A fix with the altitude above mean sea level that it lacks, if its ellipsoidal one and the geoid are known.
  func completed(_ fix: Fix) -> Fix {
    guard fix.altitude == nil, let height = fix.ellipsoidalAltitude, let grid else { return fix }
    var result = fix
    result.altitude = grid.meanSeaLevelAltitude(ellipsoidalHeight: height, at: fix.coordinate)
    return result
  }

  /// The geoid and where it is asked for; says in the value why there is none.
  private func place(
    _ value: inout Availability<Double>, _ reasons: Reasons, _ coordinate: Availability<Coordinate>
  ) -> (grid: GeoidGrid, coordinate: Coordinate)? {
    guard let grid else {
      value = .missing(reasons.union(.geoidMissing))
      return nil
    }
    guard let coordinate = coordinate.value else {
      value = .missing(reasons.union(.positionUnknown))
      return nil
    }
    return (grid, coordinate)
  }
}
