import HeadingProtocol

/// The times of a stream's messages.
struct ROSTimeline {
  /// Whether all times are of the clock of the first: UTC if it is known, else the time since boot.
  ///
  /// A player of a bag publishes at these times, so they must not jump. A live stream changes to UTC as soon as
  /// it is known, because other nodes have it.
  let isFixed: Bool

  /// UTC minus time since boot, s; zero on the timeline of boot.
  private var offset: Double?
  private(set) var isUniversal = false

  init(isFixed: Bool) { self.isFixed = isFixed }

  /// Returns the time of an update.
  mutating func stamp(_ update: SolutionMessage) -> ROSTime {
    let current = update.universalSeconds
    guard isFixed else {
      isUniversal = current != nil
      return ROSTime(of: update)
    }
    if offset == nil { isUniversal = current != nil }
    let new = isUniversal ? current.map { $0 - update.bootTime } ?? offset ?? 0 : 0
    offset = new
    return ROSTime(seconds: update.bootTime + new)
  }
}
