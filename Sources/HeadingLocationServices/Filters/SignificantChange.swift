import HeadingGeodesy
public import HeadingGeometry

/// Decides which places are a significant change: 500 m and five minutes from the last one reported.
public struct SignificantChange: Sendable {
  /// Metres from the place reported last.
  public static let distance = 500.0

  /// Seconds since the place reported last.
  public static let interval = 300.0

  private var last: (coordinate: Coordinate, time: Double)?

  /// Makes a filter that has reported nothing yet.
  public init() {}

  /// Makes a filter that goes on from a place reported before, by an earlier run long enough ago.
  public init(last: Coordinate?) { self.last = last.map { ($0, -.infinity) } }

  /// Whether a place is to be reported; it then counts as reported.
  ///
  /// - Parameters:
  ///   - coordinate: The place.
  ///   - time: Seconds on any line that only runs forward.
  /// - Returns: True for the first place, and as the rule says for others.
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
