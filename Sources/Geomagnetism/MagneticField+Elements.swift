public import HeadingGeometry
internal import RealModule

extension MagneticField {
  /// The horizontal intensity H, T.
  public var horizontal: Double { (north * north + east * east).squareRoot() }

  /// The total intensity F, T.
  public var total: Double { components.length }

  /// The declination D: the turn from true to magnetic north, positive east; 0 where H is 0.
  public var declination: Angle { Angle(radians: Double.atan2(y: east, x: north)) }

  /// The inclination (dip) I: the field's angle below the horizon, −90°…90°, positive down.
  public var inclination: Angle { Angle(radians: Double.atan2(y: down, x: horizontal)) }

  /// Change of the horizontal intensity, T a year; not a number where H is 0.
  public var horizontalRate: Double { (north * northRate + east * eastRate) / horizontal }

  /// Change of the total intensity, T a year.
  public var totalRate: Double { components.dot(componentRates) / total }

  /// Change of the declination in a year; not a number where H is 0.
  public var declinationRate: Angle {
    Angle(radians: (north * eastRate - east * northRate) / (north * north + east * east))
  }

  /// Change of the inclination in a year; not a number where H is 0.
  public var inclinationRate: Angle {
    Angle(
      radians: (horizontal * downRate - down * horizontalRate) / components.squaredLength)
  }

  /// How far a compass can be trusted here.
  public var zone: MagneticZone {
    let horizontal = horizontal
    if horizontal < 2000e-9 { return .blackout }
    return horizontal < 6000e-9 ? .caution : .normal
  }

  /// The declination counted from grid north of the polar stereographic grid; `nil` below 55° of latitude.
  ///
  /// GV = D − λ in the north, D + λ in the south (WMM2025 report, equation 1), in −180° < GV <= 180°.
  public var gridVariation: Angle? {
    guard abs(coordinate.latitude) >= 55 else { return nil }
    let longitude = Angle(degrees: coordinate.longitude)
    return (coordinate.latitude > 0 ? declination - longitude : declination + longitude).normalized
  }

  /// The 1σ error of each element.
  public var uncertainty: MagneticUncertainty {
    errorModel.uncertainty(
      horizontal: horizontal, total: total, yearsOutside: yearsOutside)
  }
}
