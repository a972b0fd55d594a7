public import HeadingGeometry

/// The smoothed orientation at one time, given the whole recording.
public struct SmoothedOrientation: Sendable, Hashable {
  /// Attitude, body to magnetic ENU; relative if ``hasNorth`` is false.
  public var attitude: Quaternion = .identity

  /// Whether the tilt is aligned: specific force was measured before or after this time.
  public var isInitialized = false

  /// Whether the heading is relative to magnetic north.
  public var hasNorth = false

  /// The independent terms of the heading bound, each with 68 % coverage, rad.
  public var headingErrorTerms = HeadingErrorTerms()

  /// Bound of the heading error; 180° if unknown.
  public var headingBound = HeadingBound.normal(deviation: .pi)

  /// The true heading lies within this with 68 % probability; 180° if unknown.
  public var heading68: Angle { Angle(radians: headingBound.within68) }

  /// The true heading lies within this with 95 % probability; 180° if unknown.
  public var heading95: Angle { Angle(radians: headingBound.within95) }

  /// 1σ of the tilt; 180° if unknown.
  public var tiltAccuracy = Angle(radians: .pi)
}
