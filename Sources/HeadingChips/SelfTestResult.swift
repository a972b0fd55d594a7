/// Result of a chip's self-test.
package struct SelfTestResult: Sendable, Hashable {
  /// Whether every measured change is within the data sheet's limits.
  package var hasPassed: Bool

  /// The measured changes and their limits, for people.
  package var text: String

  /// Creates a result.
  package init(hasPassed: Bool, text: String) {
    self.hasPassed = hasPassed
    self.text = text
  }
}
