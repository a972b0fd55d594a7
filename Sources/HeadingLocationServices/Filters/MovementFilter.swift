import HeadingGeodesy
public import HeadingGeometry

/// Decides which places are worth reporting: those far enough from the last one, and clearly better ones.
public struct MovementFilter: Sendable {
  /// A place whose accuracy is below this part of the last one's is reported wherever it is.
  ///
  /// Larger reports small improvements too, and so more places at rest; smaller misses them.
  private static let improvement = 0.7

  /// Metres from the place reported last; 0 or less reports every place.
  public var distance: Double

  private var last: (coordinate: Coordinate, accuracy: Double)?

  /// Makes a filter that has reported nothing yet.
  public init(distance: Double) { self.distance = distance }

  /// Whether a place is to be reported; it then counts as reported.
  ///
  /// - Parameters:
  ///   - coordinate: The place.
  ///   - accuracy: Its 68 % radius, m.
  /// - Returns: True for the first place, and as the filter says for others.
  public mutating func admits(_ coordinate: Coordinate, accuracy: Double) -> Bool {
    if let last, distance > 0, accuracy >= Self.improvement * last.accuracy,
      last.coordinate.distance(to: coordinate) < distance
    {
      return false
    }
    last = (coordinate, accuracy)
    return true
  }

  /// Forgets what was reported: the next place is the first again.
  public mutating func reset() { last = nil }
}
