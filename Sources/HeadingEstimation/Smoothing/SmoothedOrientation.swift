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

  /// The true heading lies within this of the smoothed one with 68 % probability; 180° if unknown.
  public var heading68 = Angle(radians: .pi)

  /// The true heading lies within this of the smoothed one with 95 % probability; 180° if unknown.
  public var heading95 = Angle(radians: .pi)

  /// 1σ of the direction of up.
  public var tiltAccuracy = Angle(radians: .pi)
}
