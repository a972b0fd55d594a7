import NIOCore

/// Rate limit of a peer's requests.
struct RequestAllowance {
  let perSecond: Int
  private var windowStart: NIODeadline?
  private var count = 0

  init(perSecond: Int) { self.perSecond = perSecond }

  /// Whether another request at this time is within the limit.
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
