import HeadingGeodesy
public import HeadingGeometry

/// Notices that the device rests: it has stayed at one place for a time.
public struct RestWatch: Sendable {
  /// Staying within this radius is rest, m; within twice the accuracy where that is worse.
  public static let radius = 25.0

  /// Seconds of rest after which updates may pause.
  public var patience: Double

  private var place: (coordinate: Coordinate, since: Double)?

  /// Makes a watch that has seen nothing yet.
  public init(patience: Double) { self.patience = patience }

  /// Takes a place.
  ///
  /// - Parameters:
  ///   - coordinate: The place.
  ///   - accuracy: Its 68 % radius, m.
  ///   - time: Seconds on any line that only runs forward.
  /// - Returns: Whether the device has rested long enough.
  public mutating func rests(at coordinate: Coordinate, accuracy: Double, time: Double) -> Bool {
    guard let place,
      place.coordinate.distance(to: coordinate) <= max(Self.radius, 2 * accuracy)
    else {
      place = (coordinate, time)
      return false
    }
    return time - place.since >= patience
  }

  /// Forgets what was seen.
  public mutating func reset() { place = nil }
}
