public import HeadingGeometry

/// What the user decides and the solution depends on.
public struct EngineSettings: Sendable, Hashable {
  /// Where the device is when no receiver says so; `nil` if unknown.
  public var fixedCoordinate: Coordinate?

  /// Height above mean sea level at the fixed place, m.
  public var fixedAltitude: Double?

  /// Pressure reduced to mean sea level (QNH), Pa; `nil` for the standard atmosphere's 101,325.
  public var seaLevelPressure: Double?

  /// Whether the magnetic model is used outside its validity too, with a declination bound that grows.
  ///
  /// Otherwise there is no true heading then, and the reason is ``Reasons/modelExpired``.
  public var extrapolatesMagneticModel = false

  /// Makes settings of which nothing is known.
  public init() {}
}
