import HeadingProtocol

/// When the lines of a stream begin: before the first samples everything is missing, which is no fault.
struct FirstLine {
  /// Seconds for sensors to deliver; what is missing then is worth a line.
  private static let patience = 1.0

  private var start: Double?
  private var hasBegun = false

  /// Whether an update is to be shown.
  mutating func shows(_ message: SolutionMessage) -> Bool {
    let start = start ?? message.bootTime
    self.start = start
    let hasHeading = message.magneticHeading != nil || message.trueHeading != nil
    // A clock that goes back, or is no number, holds nothing back.
    let isEarly = (0..<Self.patience).contains(message.bootTime - start)
    hasBegun = hasBegun || hasHeading || !isEarly
    return hasBegun
  }
}
