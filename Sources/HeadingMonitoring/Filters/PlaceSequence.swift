public import HeadingProtocol

/// Detects updates with a new position: one per fix, and one every 1.5 s while fixes are missing
/// and the position is dead-reckoned.
public struct PlaceSequence: Sendable {
  // Receivers deliver at 1 Hz; the margin allows for a late fix.
  private static let carried = 1.5

  private var fix: Double?
  private var told: Double?

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
    guard isNew || told.map({ now - $0 >= Self.carried }) ?? true else { return false }
    self.fix = fix ?? self.fix
    told = now
    return true
  }
}
