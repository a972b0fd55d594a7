import HeadingGeodesy
public import HeadingGeometry

/// Watches one circle: says when the device has gone in or out for good.
///
/// In counts inside the circle, out beyond its edge by a cushion; either must last 20 s. What lies
/// between changes nothing, so that walking along the edge reports nothing.
public struct RegionWatch: Sendable, Hashable {
  /// Seconds that the device must stay on the other side.
  public static let dwell = 20.0

  /// Twice the accuracy, but between these, m, is the cushion.
  private static let cushion = 20.0...200.0

  /// The middle.
  public let center: Coordinate

  /// The radius, m.
  public let radius: Double

  /// Whether the device is inside; `nil` while no place was seen.
  public private(set) var isInside: Bool?

  private var since: Double?

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - center: The middle.
  ///   - radius: The radius, m.
  ///   - isInside: What is known from before.
  public init(center: Coordinate, radius: Double, isInside: Bool? = nil) {
    self.center = center
    self.radius = radius
    self.isInside = isInside
  }

  /// Takes a place.
  ///
  /// - Parameters:
  ///   - coordinate: The place.
  ///   - accuracy: Its 68 % radius, m.
  ///   - time: Seconds on any line that only runs forward.
  /// - Returns: True if the device has now entered, false if it has now left, `nil` if nothing changed. The
  ///   first place only says where the device is.
  public mutating func take(
    _ coordinate: Coordinate, accuracy: Double, time: Double
  ) -> Bool? {
    let distance = center.distance(to: coordinate)
    guard let isInside else {
      self.isInside = distance <= radius
      return nil
    }
    let cushion = min(max(2 * accuracy, Self.cushion.lowerBound), Self.cushion.upperBound)
    let hasCrossed = isInside ? distance > radius + cushion : distance <= radius
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
