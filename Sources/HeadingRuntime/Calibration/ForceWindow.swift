public import HeadingGeometry
public import HeadingSensing

/// Cuts the accelerometer's samples into stretches that may be a pose at rest.
public struct ForceWindow: Sendable {
  /// Seconds of a stretch.
  public static let length = 1.5

  /// Standard deviation of a component beyond which the device moved, m/s².
  ///
  /// Above the noise of consumer parts, below a hand's tremor.
  public static let largestSpread = 0.3

  private var forces: [Vector3] = []
  private var start: BootTime?

  /// The share of a stretch that is gathered, 0 to 1.
  public private(set) var filled = 0.0

  /// Makes one that has heard nothing.
  public init() {}

  /// Takes an event.
  ///
  /// - Returns: The forces of a stretch that has just become full; otherwise `nil`.
  public mutating func add(_ event: SensorEvent) -> [Vector3]? {
    guard case .acceleration(let sample) = event, sample.value.isFinite else { return nil }
    let begin = start ?? sample.time
    start = begin
    forces.append(sample.value)
    let seconds = sample.time.seconds(since: begin)
    filled = min(max(seconds / Self.length, 0), 1)
    guard seconds >= Self.length else { return nil }
    defer { self = ForceWindow() }
    return forces
  }

  /// The mean of forces at rest; `nil` if there are too few or the device moved.
  public static func mean(_ forces: [Vector3]) -> Vector3? {
    guard forces.count >= 20 else { return nil }
    let mean = forces.reduce(.zero, +) / Double(forces.count)
    let squares = forces.reduce(Vector3.zero) { sum, force in
      sum + (force - mean) * (force - mean)
    }
    let variance = squares / Double(forces.count)
    let largest = max(variance.x, variance.y, variance.z).squareRoot()
    return largest <= largestSpread ? mean : nil
  }
}
