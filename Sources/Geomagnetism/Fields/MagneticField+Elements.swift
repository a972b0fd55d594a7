public import HeadingGeometry

extension MagneticField {
  /// All elements and their rates, cheaper than one by one (definitions of the WMM2025 report).
  public var elements: MagneticElements {
    let squaredHorizontal = north * north + east * east
    let horizontal = squaredHorizontal.squareRoot()
    let squaredTotal = squaredHorizontal + down * down
    let total = squaredTotal.squareRoot()
    let angles = PairArctangent.angles(y: SIMD2(east, down), x: SIMD2(north, horizontal))
    let horizontalWork = north * northRate + east * eastRate
    let horizontalRate = horizontalWork / horizontal
    return MagneticElements(
      horizontal: horizontal, total: total, declination: Angle(radians: angles.x),
      inclination: Angle(radians: angles.y), horizontalRate: horizontalRate,
      totalRate: (horizontalWork + down * downRate) / total,
      declinationRate: Angle(
        radians: (north * eastRate - east * northRate) / squaredHorizontal),
      inclinationRate: Angle(
        radians: (horizontal * downRate - down * horizontalRate) / squaredTotal))
  }

  /// The horizontal intensity H, T.
  public var horizontal: Double { (north * north + east * east).squareRoot() }

  /// The total intensity F, T.
  public var total: Double { components.length }

  /// The declination D: angle from true to magnetic north, positive east; 0 where H is 0.
  public var declination: Angle { elements.declination }

  /// The inclination (dip) I: the field's angle below the horizon, −90°…90°, positive down.
  public var inclination: Angle { elements.inclination }

  /// Change of the horizontal intensity, T/year; NaN where H is 0.
  public var horizontalRate: Double { elements.horizontalRate }

  /// Change of the total intensity, T/year; NaN where F is 0.
  public var totalRate: Double { elements.totalRate }

  /// Change of the declination per year; NaN where H is 0.
  public var declinationRate: Angle { elements.declinationRate }

  /// Change of the inclination per year; NaN where H is 0.
  public var inclinationRate: Angle { elements.inclinationRate }

  /// Reliability of a compass by the horizontal intensity.
  public var zone: MagneticZone { MagneticZone(horizontal: horizontal) }

  /// The grid variation GV of the polar stereographic grid; `nil` below 55° of latitude.
  ///
  /// GV = D − λ in the north, D + λ in the south (WMM2025 report), in −180° < GV <= 180°.
  public var gridVariation: Angle? {
    guard abs(coordinate.latitude) >= 55 else { return nil }
    let longitude = Angle(degrees: coordinate.longitude)
    return (coordinate.latitude > 0 ? declination - longitude : declination + longitude).normalized
  }

  /// The 1σ error of each element: the published one, growing from the third year of the prediction
  /// on.
  public var uncertainty: MagneticUncertainty {
    errorModel.uncertainty(horizontal: horizontal, total: total, predictionYears: predictionYears)
  }
}
