public import HeadingEngine

/// A solution on its way out, with what the engine must not know.
public struct SolutionUpdate: Sendable, Hashable {
  /// The engine's solution.
  public var solution: HeadingSolution

  /// Seconds from the newest sample's own time stamp to the end of the computation.
  public var latency: Double

  /// Whether the sensors are simulated.
  public var isSimulated: Bool

  /// Makes an update.
  public init(solution: HeadingSolution, latency: Double, isSimulated: Bool) {
    self.solution = solution
    self.latency = latency
    self.isSimulated = isSimulated
  }
}
