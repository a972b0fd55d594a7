public import HeadingProtocol

/// Tells which updates bring a new place: one for each fix, and one a second while there are no fixes but
/// the inertial sensors carry the place on.
public struct PlaceSequence: Sendable {
  // Receivers deliver once a second; a late fix is waited for a little.
  private static let carried = 1.5

  private var fix: Double?
  private var told: Double?

  /// Makes a sequence that has seen nothing yet.
  public init() {}

  /// Whether an update brings a new place; a place without accuracy is none.
  public mutating func hasNewPlace(_ message: SolutionMessage) -> Bool {
    guard message.latitude != nil, message.longitude != nil, message.horizontalAccuracy != nil
    else { return false }
    let now = message.bootTime
    let fix = message.fixAge.map { now - $0 }
    // The age is rounded to milliseconds.
    let isNew = fix.map { fix in self.fix.map { fix > $0 + 0.01 } ?? true } ?? false
    guard isNew || told.map({ now - $0 >= Self.carried }) ?? true else { return false }
    self.fix = fix ?? self.fix
    told = now
    return true
  }
}
