import HeadingGeodesy
public import HeadingGeometry

/// Stationarity detection by position: the device has stayed at one position for some time.
public struct RestDetector: Sendable {
  /// Radius of rest, m; twice the accuracy where that is larger.
  public static let radius = 25.0

  /// Time at rest after which updates may pause, s.
  public var patience: Double

  private var place: (coordinate: Coordinate, since: Double)?

  /// Creates a detector without positions.
  public init(patience: Double) { self.patience = patience }

  /// Processes a position.
  ///
  /// - Parameters:
  ///   - coordinate: The position.
  ///   - accuracy: Its 68 % radius, m.
  ///   - time: Time on a monotonic scale, s.
  /// - Returns: Whether the device has been at rest long enough.
  public mutating func rests(at coordinate: Coordinate, accuracy: Double, time: Double) -> Bool {
    guard let place,
      place.coordinate.distance(to: coordinate) <= max(Self.radius, 2 * accuracy)
    else {
      place = (coordinate, time)
      return false
    }
    return time - place.since >= patience
  }

  /// Resets the detector.
  public mutating func reset() { place = nil }
}
