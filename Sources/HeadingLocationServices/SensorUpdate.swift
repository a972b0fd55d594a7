public import HeadingProtocol

/// An event of the update stream.
public enum SensorUpdate: Sendable {
  /// An update.
  case message(SolutionMessage)

  /// No update for a second; repeated every second.
  case silence
}
