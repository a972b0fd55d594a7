internal import HeadingGeometry

extension MagneticField {
  /// Factor from T to nT, and from T a year to nT a year.
  public static let nanoteslaPerTesla = 1e9

  /// X, nT.
  public var northNanotesla: Double { north * 1e9 }

  /// Y, nT.
  public var eastNanotesla: Double { east * 1e9 }

  /// Z, nT.
  public var downNanotesla: Double { down * 1e9 }

  /// H, nT.
  public var horizontalNanotesla: Double { horizontal * 1e9 }

  /// F, nT.
  public var totalNanotesla: Double { total * 1e9 }

  /// A row of a table, in the order of NOAA's programs: D, I (degrees), H, X, Y, Z, F (nT), then their rates.
  public var tableRow: InlineArray<14, Double> {
    let elements = elements
    return [
      elements.declination.degrees, elements.inclination.degrees, elements.horizontal * 1e9,
      north * 1e9, east * 1e9, down * 1e9, elements.total * 1e9,
      elements.declinationRate.degrees, elements.inclinationRate.degrees,
      elements.horizontalRate * 1e9, northRate * 1e9, eastRate * 1e9, downRate * 1e9,
      elements.totalRate * 1e9,
    ]
  }
}
