public import HeadingProtocol

extension SolutionMessage {
  /// The message of an update.
  public init(_ update: SolutionUpdate) {
    self.init(update.solution, latency: update.latency, steer: update.steer)
  }
}
