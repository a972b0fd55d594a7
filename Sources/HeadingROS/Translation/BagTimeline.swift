import HeadingProtocol

/// The times of a bag's messages, on one timeline from begin to end.
///
/// A player of the bag publishes at these times, so they must not jump. The first update decides: UTC if
/// it is known, else the time since boot throughout.
struct BagTimeline {
  /// UTC minus time since boot, s; zero on the timeline of boot.
  private var offset: Double?
  private(set) var isUniversal = false

  /// Returns the time of an update.
  mutating func stamp(_ update: SolutionMessage) -> ROSTime {
    let current = update.universalSeconds
    if offset == nil { isUniversal = current != nil }
    let new = isUniversal ? current.map { $0 - update.bootTime } ?? offset ?? 0 : 0
    offset = new
    return ROSTime(seconds: update.bootTime + new)
  }
}
