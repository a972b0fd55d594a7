import HeadingSensing

/// The time of a recording's rows where the clock that stamped them was set, or a stamp is wrong.
///
/// Samples older than those before them are not used, so that a clock that is set back by a minute would hide a minute
/// of the way, and of two recordings in one file the second. From there on the stamps are carried on: at once where the
/// sensors do, else after a pause, for nobody knows what passed in between. A single stamp that is off is no setting.
struct RecordingTimeline {
  /// How often the clock was set back.
  private(set) var setBackCount = 0

  /// What is added to the stamps, s.
  private var offset = 0.0
  private var last: BootTime?
  /// Seconds between two rows, lately.
  private var spacing = 0.01

  /// What is taken to have passed where sensors do not carry on, s: nothing of before is relied on.
  private static let pause = 10.0

  /// Rows out of order by less, s, are left to the engine, which passes them over.
  private static let disorder = 1.0

  /// A single row so far ahead of those around it, s, has a wrong stamp.
  private static let leap = 10.0

  /// The time to take for a row.
  ///
  /// - Parameters:
  ///   - stamp: Of the row.
  ///   - next: Of the row after it; `nil` at the end.
  ///   - isCarriedOn: Whether its sensors say what those of the row before said, about.
  /// - Returns: Where the stamp belongs; that of the row before for a single one that is wrong.
  mutating func time(
    of stamp: BootTime, before next: BootTime?, isCarriedOn: Bool
  ) -> BootTime {
    var time = stamp.advanced(bySeconds: offset)
    guard let last else {
      last = time
      return time
    }
    let step = time.seconds(since: last)
    let nextStep = next.map { $0.advanced(bySeconds: offset).seconds(since: last) }
    if step < -Self.disorder {
      guard let nextStep, nextStep < -Self.disorder else { return time }
      setBackCount += 1
      let passed = isCarriedOn ? spacing : Self.pause
      offset += passed - step
      time = last.advanced(bySeconds: passed)
    } else if step > Self.leap, let nextStep, abs(nextStep) < Self.disorder {
      return last
    } else if step > 0, step < Self.disorder {
      spacing = step
    }
    self.last = max(last, time)
    return time
  }
}
