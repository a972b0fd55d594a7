public import HeadingProtocol

/// What comes from the sensors.
public enum SensorUpdate: Sendable {
  /// An update.
  case message(SolutionMessage)

  /// Nothing came for a second; said every second.
  case silence
}
