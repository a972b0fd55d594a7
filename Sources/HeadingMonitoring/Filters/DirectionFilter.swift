/// Filter for headings by their change since the last reported one, modulo 360°.
public struct DirectionFilter: Sendable {
  /// Smallest change of heading, °; 0 or less passes every heading.
  public var angle: Double

  private var last: Double?

  /// Creates a filter without a reported heading.
  public init(angle: Double) { self.angle = angle }

  /// Returns whether to report a heading, °, which then counts as reported.
  public mutating func admits(_ heading: Double) -> Bool {
    if let last, angle > 0, abs((heading - last).remainder(dividingBy: 360)) < angle {
      return false
    }
    last = heading
    return true
  }

  /// Resets the filter: the next heading counts as the first.
  public mutating func reset() { last = nil }
}
