public import HeadingEngine
public import HeadingProtocol

/// A solution on its way out, with what the engine must not know.
public struct SolutionUpdate: Sendable, Hashable {
  /// The engine's solution.
  public var solution: HeadingSolution

  /// Seconds from the newest sample's own time stamp to the end of the computation.
  public var latency: Double

  /// Whether a robot may steer by it.
  public var steer: Steer

  /// Makes an update.
  public init(solution: HeadingSolution, latency: Double, steer: Steer = .stop) {
    self.solution = solution
    self.latency = latency
    self.steer = steer
  }
}
