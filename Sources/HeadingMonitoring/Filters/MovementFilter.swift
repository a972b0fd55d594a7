import HeadingGeodesy
public import HeadingGeometry

/// Distance filter for positions; a clearly more accurate one always passes.
public struct MovementFilter: Sendable {
  /// A position passes if its accuracy is below this fraction of the last one's.
  ///
  /// A larger value passes small improvements and thus more positions at rest; a smaller one misses
  /// them.
  private static let improvement = 0.7

  /// Smallest distance from the last reported position, m; 0 or less passes every position.
  public var distance: Double

  private var last: (coordinate: Coordinate, accuracy: Double)?

  /// Creates a filter without a reported position.
  public init(distance: Double) { self.distance = distance }

  /// Returns whether to report a position, which then counts as reported.
  ///
  /// - Parameters:
  ///   - coordinate: The position.
  ///   - accuracy: Its 68 % radius, m.
  /// - Returns: True for the first position, and for those that pass the filter.
  public mutating func admits(_ coordinate: Coordinate, accuracy: Double) -> Bool {
    if let last, distance > 0, accuracy >= Self.improvement * last.accuracy,
      last.coordinate.distance(to: coordinate) < distance
    {
      return false
    }
    last = (coordinate, accuracy)
    return true
  }

  /// Resets the filter: the next position counts as the first.
  public mutating func reset() { last = nil }
}
