extension SelfTestResult {
  /// The result of a self-test that caused these changes.
  init(_ changes: SelfTestChange...) {
    self.init(
      hasPassed: changes.allSatisfy(\.isWithinLimits),
      text: changes.map(\.text).joined(separator: "; "))
  }
}
