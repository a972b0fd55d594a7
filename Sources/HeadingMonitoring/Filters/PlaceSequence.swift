public import HeadingProtocol

/// Detects updates with a new position: one per fix, and one every 1.5 s while fixes are missing
/// and the position is dead-reckoned.
public struct PlaceSequence: Sendable {
  /// Time after which a dead-reckoned position counts as new, s: receivers deliver at 1 Hz, and the
  /// margin allows for a late fix.
  private static let longestGap = 1.5

  private var fix: Double?
  private var newestTime: Double?

  /// Creates a sequence without positions.
  public init() {}

  /// Returns whether an update has a new position; one without accuracy does not count.
  public mutating func hasNewPlace(_ message: SolutionMessage) -> Bool {
    guard message.latitude != nil, message.longitude != nil, message.horizontalAccuracy != nil
    else { return false }
    let now = message.bootTime
    let fix = message.fixAge.map { now - $0 }
    // Tolerance, because the age is rounded to milliseconds.
    let isNew = fix.map { fix in self.fix.map { fix > $0 + 0.01 } ?? true } ?? false
    guard isNew || newestTime.map({ now - $0 >= Self.longestGap }) ?? true else { return false }
    self.fix = fix ?? self.fix
    newestTime = now
    return true
  }
}
