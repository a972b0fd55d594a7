import HeadingSensing

/// A calibration in steps, driven by sensor events.
protocol GuidedSteps: Sendable {
  /// The first instruction, for output without a screen.
  static var opening: String { get }

  /// Processes an event.
  ///
  /// - Returns: A line for output without a screen if the event changed the state.
  mutating func add(_ event: SensorEvent) -> String?

  /// Whether all steps are done.
  var isFinished: Bool { get }

  /// Discards all data and starts over.
  mutating func restart()

  /// Ends with the present result if it is usable.
  mutating func accept()

  /// Returns the present frame of the screen.
  func frame(_ style: TerminalStyle) -> GuideFrame
}

extension GuidedSteps {
  mutating func accept() {}
}
