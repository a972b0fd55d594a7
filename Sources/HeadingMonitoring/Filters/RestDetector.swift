import HeadingGeodesy
public import HeadingGeometry

/// Stationarity detection by position: the device has stayed at one position for some time.
public struct RestDetector: Sendable {
  /// Distance from the first position within which the device counts as at rest, m.
  ///
  /// Twice the accuracy applies where that is larger.
  public static let radius = 25.0

  /// Time at rest after which updates may pause, s.
  public var requiredTime: Double

  private var place: (coordinate: Coordinate, since: Double)?

  /// Creates a detector that has not processed a position.
  public init(requiredTime: Double) { self.requiredTime = requiredTime }

  /// Processes a position.
  ///
  /// - Parameters:
  ///   - coordinate: The position.
  ///   - accuracy: Radius that contains the true position with 68 % probability, m.
  ///   - time: Time on a monotonic scale, s.
  /// - Returns: Whether the device has been at rest long enough.
  public mutating func rests(at coordinate: Coordinate, accuracy: Double, time: Double) -> Bool {
    guard let place,
      place.coordinate.distance(to: coordinate) <= max(Self.radius, 2 * accuracy)
    else {
      place = (coordinate, time)
      return false
    }
    return time - place.since >= requiredTime
  }

  /// Resets the detector.
  public mutating func reset() { place = nil }
}
