public import HeadingGeometry

/// The derived elements of a field and their rates.
public struct MagneticElements: Sendable, Hashable {
  /// The horizontal intensity H, T.
  public var horizontal: Double

  /// The total intensity F, T.
  public var total: Double

  /// The declination D: angle from true to magnetic north, positive east; 0 where H is 0.
  public var declination: Angle

  /// The inclination (dip) I: the field's angle below the horizon, −90°…90°, positive down.
  public var inclination: Angle

  /// Change of the horizontal intensity, T/year; NaN where H is 0.
  public var horizontalRate: Double

  /// Change of the total intensity, T/year; NaN where F is 0.
  public var totalRate: Double

  /// Change of the declination per year; NaN where H is 0.
  public var declinationRate: Angle

  /// Change of the inclination per year; NaN where H is 0.
  public var inclinationRate: Angle
}
