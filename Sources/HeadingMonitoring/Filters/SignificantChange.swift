import HeadingGeodesy
public import HeadingGeometry

/// Filter for significant changes of position: 500 m and five minutes from the last reported one.
public struct SignificantChange: Sendable {
  /// Smallest distance from the last reported position, m.
  public static let distance = 500.0

  /// Shortest time since the last reported position, s.
  public static let interval = 300.0

  private var last: (coordinate: Coordinate, time: Double)?

  /// Creates a filter without a reported position.
  public init() {}

  /// Creates a filter that continues from a position reported by an earlier run.
  public init(last: Coordinate?) { self.last = last.map { ($0, -.infinity) } }

  /// Returns whether to report a position, which then counts as reported.
  ///
  /// - Parameters:
  ///   - coordinate: The position.
  ///   - time: Time on a monotonic scale, s.
  /// - Returns: True for the first position, and for those that exceed both thresholds.
  public mutating func admits(_ coordinate: Coordinate, time: Double) -> Bool {
    if let last {
      guard time - last.time >= Self.interval,
        last.coordinate.distance(to: coordinate) >= Self.distance
      else { return false }
    }
    last = (coordinate, time)
    return true
  }
}
