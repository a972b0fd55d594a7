package import HeadingSensing

/// How long a reading has been exactly the same, which noise does not let a real one be for long.
package struct Repetition: Sendable {
  /// When the reading was first made.
  package private(set) var since: BootTime?

  /// How often it has come again.
  package private(set) var count = 0

  private var newest = BootTime(nanoseconds: 0)

  /// Makes one that has seen no reading.
  package init() {}

  /// Takes note of a reading.
  ///
  /// - Parameters:
  ///   - isSame: Whether it is the one before.
  ///   - time: Its moment.
  @inline(__always)
  package mutating func update(isSame: Bool, at time: BootTime) {
    newest = time
    if isSame, since != nil {
      if count < .max { count += 1 }
    } else {
      since = time
      count = 0
    }
  }

  /// Seconds from the first to the newest of them.
  @inline(__always)
  var duration: Double { since.map { newest.seconds(since: $0) } ?? 0 }

  /// Whether the reading has come again so often and for so long, s, that it is no measurement's; slow sensors that a
  /// recording repeats at another's rate stay below.
  @inline(__always)
  package func lasts(_ limit: Double, count least: Int = 5) -> Bool {
    count >= least && duration > limit
  }
}
