/// Decides which headings are worth reporting: those turned far enough from the last one, on the circle.
public struct DirectionFilter: Sendable {
  /// Degrees from the heading reported last; 0 or less reports every heading.
  public var angle: Double

  private var last: Double?

  /// Makes a filter that has reported nothing yet.
  public init(angle: Double) { self.angle = angle }

  /// Whether a heading in degrees is to be reported; it then counts as reported.
  public mutating func admits(_ heading: Double) -> Bool {
    if let last, angle > 0, abs((heading - last).remainder(dividingBy: 360)) < angle {
      return false
    }
    last = heading
    return true
  }

  /// Forgets what was reported: the next heading is the first again.
  public mutating func reset() { last = nil }
}
