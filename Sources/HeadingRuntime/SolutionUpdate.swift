public import HeadingEngine
public import HeadingProtocol

/// A solution to be published, with the values that need the machine's clock.
public struct SolutionUpdate: Sendable, Hashable {
  /// The engine's solution.
  public var solution: HeadingSolution

  /// Seconds from the time stamp of the newest sample to the end of the computation.
  public var latency: Double

  /// Whether a robot may steer by it.
  public var steer: Steer

  /// Creates an update.
  public init(solution: HeadingSolution, latency: Double, steer: Steer = .stop) {
    self.solution = solution
    self.latency = latency
    self.steer = steer
  }
}
