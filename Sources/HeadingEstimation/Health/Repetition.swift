package import HeadingSensing

/// Counts how long a reading has been exactly repeated; noise limits that for a working sensor.
package struct Repetition: Sendable {
  /// Time of the first such reading.
  package private(set) var since: BootTime?

  /// Number of repetitions.
  package private(set) var count = 0

  private var newest = BootTime(nanoseconds: 0)

  /// Creates a count without readings.
  package init() {}

  /// Adds a reading.
  ///
  /// - Parameters:
  ///   - isSame: Whether it equals the previous one.
  ///   - time: Its time of validity.
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

  /// Time from the first to the newest such reading, s.
  @inline(__always)
  var duration: Double { since.map { newest.seconds(since: $0) } ?? 0 }

  /// Whether a reading has been repeated too often and for too long, s, for a measurement; slow
  /// sensors that a recording repeats at another sensor's rate stay below.
  @inline(__always)
  package func lasts(_ limit: Double, count least: Int = 5) -> Bool {
    count >= least && duration > limit
  }
}
