public import HeadingGeometry

/// What is known of one moment when the whole recording is known.
public struct SmoothedOrientation: Sendable, Hashable {
  /// Attitude, body to magnetic ENU; relative if ``hasNorth`` is false.
  public var attitude: Quaternion = .identity

  /// Whether the attitude means anything: gravity has been seen, before or after.
  public var isInitialized = false

  /// Whether the heading is counted from magnetic north.
  public var hasNorth = false

  /// What the bound of the heading is made of, 68 % each, radians.
  public var headingErrorTerms = HeadingErrorTerms()

  /// How far the true heading may be from the attitude's; 180° if unknown.
  public var headingBound = HeadingBound.normal(deviation: .pi)

  /// The true heading lies within this with 68 % probability; 180° if unknown.
  public var heading68: Angle { Angle(radians: headingBound.within68) }

  /// The true heading lies within this with 95 % probability; 180° if unknown.
  public var heading95: Angle { Angle(radians: headingBound.within95) }

  /// 1σ of the direction of up.
  public var tiltAccuracy = Angle(radians: .pi)
}
