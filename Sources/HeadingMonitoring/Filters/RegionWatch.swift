import HeadingGeodesy
public import HeadingGeometry

/// Monitors one circular region and detects entry and exit, with hysteresis.
///
/// Entry is inside the circle, exit beyond its edge by a margin; either must persist for 20 s. In
/// between the state is kept, so that movement along the edge reports nothing.
public struct RegionWatch: Sendable, Hashable {
  /// Time for which a crossing must persist, s.
  public static let dwell = 20.0

  /// Limits of the exit margin, m; the margin is twice the accuracy.
  private static let hysteresis = 20.0...200.0

  /// The centre.
  public let center: Coordinate

  /// The radius, m.
  public let radius: Double

  /// Whether the device is inside; `nil` before the first position.
  public private(set) var isInside: Bool?

  private var since: Double?

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - center: The centre.
  ///   - radius: The radius, m.
  ///   - isInside: The state known from before.
  public init(center: Coordinate, radius: Double, isInside: Bool? = nil) {
    self.center = center
    self.radius = radius
    self.isInside = isInside
  }

  /// Processes a position.
  ///
  /// - Parameters:
  ///   - coordinate: The position.
  ///   - accuracy: Its 68 % radius, m.
  ///   - time: Time on a monotonic scale, s.
  /// - Returns: True on entry, false on exit, `nil` without change. The first position only sets
  ///   the state.
  public mutating func take(
    _ coordinate: Coordinate, accuracy: Double, time: Double
  ) -> Bool? {
    let distance = center.distance(to: coordinate)
    guard let isInside else {
      self.isInside = distance <= radius
      return nil
    }
    let hysteresis = min(max(2 * accuracy, Self.hysteresis.lowerBound), Self.hysteresis.upperBound)
    let hasCrossed = isInside ? distance > radius + hysteresis : distance <= radius
    guard hasCrossed else {
      since = nil
      return nil
    }
    guard let since else {
      since = time
      return nil
    }
    guard time - since >= Self.dwell else { return nil }
    self.isInside = !isInside
    self.since = nil
    return !isInside
  }
}
