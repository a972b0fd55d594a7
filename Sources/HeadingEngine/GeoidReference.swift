import HeadingGeodesy
import HeadingGeometry
import HeadingSensing

/// Converts between heights above mean sea level and above the ellipsoid with the geoid.
struct GeoidReference {
  /// The geoid; `nil` if its file was not found.
  let grid: GeoidGrid?

  /// Computes the missing one of a solution's two altitudes from the other.
  ///
  /// Altitudes that the receiver reports are not changed. A derived height has the geoid's error
  /// (``GeoidGrid/largestInterpolationError``), which is added in quadrature to
  /// ``HeadingSolution/verticalAccuracy`` for both heights. Without a geoid or a place the reasons
  /// are reported.
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

  /// The fix with its missing altitude above mean sea level, if its ellipsoidal height and the
  /// geoid are known.
  func completed(_ fix: Fix) -> Fix {
    guard fix.altitude == nil, let height = fix.ellipsoidalAltitude, let grid else { return fix }
    var result = fix
    result.altitude = grid.meanSeaLevelAltitude(ellipsoidalHeight: height, at: fix.coordinate)
    return result
  }

  /// The geoid and the place; if there is none, the reason is stored in the value.
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
