public import HeadingGeometry

extension MagneticModel {
  /// Valid heights above the ellipsoid, m.
  ///
  /// The WMM2025 report states −1 km to 850 km; the lower limit here includes the sea floor and
  /// deep mines, where downward continuation of a degree-12 field has negligible error.
  public static let heights: ClosedRange<Double> = -11_000...850_000

  /// The field at a position and time.
  ///
  /// Exact at the poles (the components then refer to the given meridian) and at ±180°. Allocates nothing.
  ///
  /// - Parameters:
  ///   - coordinate: Geodetic latitude and longitude on WGS 84.
  ///   - height: Height above the WGS 84 ellipsoid, m, within ``heights``. `GeoidGrid` turns an altitude
  ///     above mean sea level into it; the altitude itself does nearly as well: 100 m change the
  ///     declination by less than 0.001° in most places.
  ///   - decimalYear: The date as a decimal year, such as 2026.89.
  ///   - extrapolating: Whether to extrapolate up to 100 years outside ``validity``, with growing uncertainty.
  /// - Returns: Components, rates, zone and uncertainty.
  /// - Throws: ``MagneticModelError`` if the date is outside ``validity`` and `extrapolating` is false, if
  ///   the height is outside ``heights``, or if a number is not finite.
  public func field(
    at coordinate: Coordinate, ellipsoidalHeight height: Double = 0, decimalYear: Double,
    extrapolating: Bool = false
  ) throws(MagneticModelError) -> MagneticField {
    try check(height: height, decimalYear: decimalYear, extrapolating: extrapolating)
    let place = GeocentricPlace(coordinate, height: height)
    let index = pieceIndex(decimalYear)
    let (field, rate) = pieces[index].expansion.sum(
      at: place, years: decimalYear - pieces[index].epoch)
    return MagneticField(
      components: place.horizonVector(field), componentRates: place.horizonVector(rate),
      coordinate: coordinate, yearsOutside: yearsOutside(decimalYear),
      predictionYears: predictionYears(decimalYear), errorModel: errorModel)
  }

  /// Throws for a date or height outside of the model's range.
  @inline(__always)
  func check(
    height: Double, decimalYear: Double, extrapolating: Bool
  ) throws(MagneticModelError) {
    guard height >= Self.heights.lowerBound, height <= Self.heights.upperBound else {
      throw .heightOutOfRange(height)
    }
    guard decimalYear.isFinite else { throw .dateNotFinite }
    let outside = yearsOutside(decimalYear)
    guard outside == 0 || extrapolating && outside <= Self.longestExtrapolation else {
      throw .dateOutOfRange(decimalYear, validity: validity)
    }
  }

  /// Longest extrapolation, years: beyond it, the main field's secular variation has nothing to do with the model's.
  private static let longestExtrapolation = 100.0

  /// Time outside of the validity, years; 0 within.
  @inline(__always)
  func yearsOutside(_ decimalYear: Double) -> Double {
    max(0, validity.lowerBound - decimalYear, decimalYear - validity.upperBound)
  }

  /// Prediction time from the last epoch, years; 0 if the date is not predicted.
  ///
  /// The last five years of every model are a prediction.
  @inline(__always)
  func predictionYears(_ decimalYear: Double) -> Double {
    max(0, validity.lowerBound - decimalYear, decimalYear - (validity.upperBound - 5))
  }

  /// Index of the time interval of a date; the first or last for a date outside all.
  @inline(__always)
  func pieceIndex(_ decimalYear: Double) -> Int {
    var index = pieces.count - 1
    while index > 0, decimalYear < pieces[index].epoch { index -= 1 }
    return index
  }
}
