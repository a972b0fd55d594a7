public import HeadingGeometry
public import HeadingSensing

/// Divides the accelerometer samples into windows and tests each for a static pose.
public struct ForceWindow: Sendable {
  /// Length of a window, s.
  public static let length = 1.5

  /// Largest standard deviation of a component at rest, m/s².
  ///
  /// It is above the noise of consumer sensors and below the tremor of a hand.
  public static let largestSpread = 0.3

  /// Samples of a window at most, if the times of a sensor do not advance.
  private static let most = 8192

  private var forces: [Vector3] = []
  private var start: BootTime?

  /// Filled fraction of the window, 0 to 1.
  public private(set) var filled = 0.0

  /// Creates an empty window.
  public init() {}

  /// Adds an event.
  ///
  /// - Returns: The specific forces of a window that has just become full, m/s²; otherwise `nil`.
  public mutating func add(_ event: SensorEvent) -> [Vector3]? {
    guard case .acceleration(let sample) = event, sample.value.isFinite else { return nil }
    let begin = start ?? sample.time
    start = begin
    forces.append(sample.value)
    let seconds = sample.time.seconds(since: begin)
    filled = min(max(seconds / Self.length, 0), 1)
    guard seconds >= 0, forces.count < Self.most else {
      self = ForceWindow()
      return nil
    }
    guard seconds >= Self.length else { return nil }
    defer { self = ForceWindow() }
    return forces
  }

  /// Returns the mean specific force, m/s²; `nil` if there are fewer than 20 samples or the device
  /// moved.
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
