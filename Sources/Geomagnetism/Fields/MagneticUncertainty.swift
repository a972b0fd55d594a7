public import HeadingGeometry

/// The 1σ error of each element of a modelled field.
public struct MagneticUncertainty: Sendable, Hashable {
  /// Of the north component, T.
  public var north: Double

  /// Of the east component, T.
  public var east: Double

  /// Of the down component, T.
  public var down: Double

  /// Of the horizontal intensity, T.
  public var horizontal: Double

  /// Of the total intensity, T.
  public var total: Double

  /// Of the declination; at most 180°/√3, the standard deviation of a uniformly distributed
  /// direction.
  public var declination: Angle

  /// Of the inclination.
  public var inclination: Angle
}
