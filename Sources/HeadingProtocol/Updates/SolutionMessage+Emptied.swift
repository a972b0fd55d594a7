import HeadingSensing

extension SolutionMessage {
  /// The message without measured or derived values and without reasons.
  public var emptied: SolutionMessage {
    SolutionMessage(
      bootTime: bootTime, headingAxis: headingAxis, status: .invalid, reasons: [],
      simulated: simulated, latency: latency)
  }
}
