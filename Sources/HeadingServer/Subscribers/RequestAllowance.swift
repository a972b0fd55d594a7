import NIOCore

/// Counts a peer's requests, so that a flood is cut off.
struct RequestAllowance {
  let perSecond: Int
  private var windowStart: NIODeadline?
  private var count = 0

  init(perSecond: Int) { self.perSecond = perSecond }

  /// Whether one more request at this moment is still acceptable.
  mutating func admits(at now: NIODeadline) -> Bool {
    if let windowStart, now - windowStart < .seconds(1) {
      count += 1
    } else {
      windowStart = now
      count = 1
    }
    return count <= perSecond
  }
}
