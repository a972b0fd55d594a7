/// Decides whether beacons of a pattern are in range: at once when one is heard, no longer after a
/// time of silence.
package struct BeaconPresence: Sendable {
  /// Time of silence after which no beacon is in range, s.
  package static let exit = 30.0

  /// Time of silence after the start after which none is in range yet, s.
  package static let first = 10.0

  /// Time after the start within which a beacon that is heard was there before, s: advertisements
  /// come every 0.1 to 1 s.
  package static let settling = 2.0

  /// What a heard beacon means.
  package enum Hearing: Sendable, Hashable {
    /// Nothing new.
    case known
    /// A beacon was in range from the start.
    case found
    /// A beacon has come into range.
    case entered
  }

  /// Whether a beacon is in range; `nil` while that is not determined.
  package private(set) var isInside: Bool?

  /// Time from which on silence counts, s; `nil` while nobody listens.
  private var since: Double?

  /// Time at which the listening began, s; `nil` while nobody listens.
  private var start: Double?

  /// Creates a presence with what is known from before.
  package init(isInside: Bool? = nil) { self.isInside = isInside }

  /// Takes a beacon heard at a time, s.
  package mutating func hear(time: Double) -> Hearing {
    since = time
    let start = start ?? time
    self.start = start
    defer { isInside = true }
    switch isInside {
    case true: return .known
    case nil where time - start < Self.settling: return .found
    default: return .entered
    }
  }

  /// Takes that a beacon has last been heard at a time, s; others may have been later.
  package mutating func lose(time: Double) { since = since.map { min($0, time) } }

  /// Takes the time, s, while somebody listens; returns whether that is an exit, or the first
  /// determination.
  package mutating func listen(time: Double) -> Bool {
    guard let since else {
      self.since = time
      start = time
      return false
    }
    guard isInside != false, time - since >= (isInside == nil ? Self.first : Self.exit) else {
      return false
    }
    isInside = false
    return true
  }

  /// Takes that nobody listens: silence says nothing then.
  package mutating func suspend() { (since, start) = (nil, nil) }
}
