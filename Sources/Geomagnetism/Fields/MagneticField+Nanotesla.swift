internal import HeadingGeometry

extension MagneticField {
  /// Factor from T to nT, and from T/year to nT/year.
  public static let nanoteslaPerTesla = 1e9

  /// The north component X, nT.
  public var northNanotesla: Double { north * 1e9 }

  /// The east component Y, nT.
  public var eastNanotesla: Double { east * 1e9 }

  /// The down component Z, nT.
  public var downNanotesla: Double { down * 1e9 }

  /// The horizontal intensity H, nT.
  public var horizontalNanotesla: Double { horizontal * 1e9 }

  /// The total intensity F, nT.
  public var totalNanotesla: Double { total * 1e9 }

  /// The elements in the column order of NOAA's programs: D, I (degrees), H, X, Y, Z, F (nT), then
  /// their rates per year.
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
