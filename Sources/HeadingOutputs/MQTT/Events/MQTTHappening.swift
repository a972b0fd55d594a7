import HeadingRuntime

/// What becomes an event.
struct MQTTHappening: Sendable {
  /// Kinds, by their names in payloads.
  enum Kind: String, Sendable {
    case started, status, steer, reasons, calibration, notice, dropped
  }

  var kind: Kind

  /// One sentence, or less.
  var text: String

  /// The update of that moment; `nil` for the newest.
  var update: SolutionUpdate?
}
