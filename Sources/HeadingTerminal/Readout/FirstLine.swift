import HeadingProtocol

/// Suppresses the first lines of a stream: before the first samples, missing values are no fault.
struct FirstLine {
  /// Time that sensors need for the first samples, s; after it, missing values are shown.
  private static let startupTime = 1.0

  private var start: Double?
  private var hasBegun = false

  /// Returns whether to show an update.
  mutating func shows(_ message: SolutionMessage) -> Bool {
    let start = start ?? message.bootTime
    self.start = start
    let hasHeading = message.magneticHeading != nil || message.trueHeading != nil
    // A time that goes back or is not a number suppresses nothing.
    let isEarly = (0..<Self.startupTime).contains(message.bootTime - start)
    hasBegun = hasBegun || hasHeading || !isEarly
    return hasBegun
  }
}
