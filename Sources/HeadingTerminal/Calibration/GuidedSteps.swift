import HeadingSensing

/// A calibration in steps, which looks at one event after the other.
protocol GuidedSteps: Sendable {
  /// What to do first, for those without a screen.
  static var opening: String { get }

  /// Takes an event.
  ///
  /// - Returns: A line for those without a screen, if the event changed something.
  mutating func add(_ event: SensorEvent) -> String?

  /// Whether there is nothing left to do.
  var isFinished: Bool { get }

  /// Forgets what was gathered.
  mutating func restart()

  /// Ends it with what there is, if that is worth keeping.
  mutating func accept()

  /// What a screen shows now.
  func frame(_ style: TerminalStyle) -> GuideFrame
}

extension GuidedSteps {
  mutating func accept() {}
}
