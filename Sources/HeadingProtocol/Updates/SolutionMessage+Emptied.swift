import HeadingSensing

extension SolutionMessage {
  /// The message without anything that was measured or made of it, and without a reason why.
  public var emptied: SolutionMessage {
    SolutionMessage(
      bootTime: bootTime, headingAxis: headingAxis, status: .invalid, reasons: [],
      simulated: simulated, latency: latency)
  }
}
