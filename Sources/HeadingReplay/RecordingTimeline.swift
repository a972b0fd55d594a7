import HeadingSensing

/// Corrects the timeline of a recording for clock steps and wrong time stamps.
///
/// The engine ignores samples older than previous ones; a clock step back by a minute would hide a
/// minute, and a second recording in one file would be lost. After a step back the timeline
/// continues: directly if the sensors do, else after a pause of unknown length. A single wrong
/// stamp is no clock step.
struct RecordingTimeline {
  /// Number of clock steps back.
  private(set) var setBackCount = 0

  /// Offset added to the stamps, s.
  private var offset = 0.0
  private var last: BootTime?
  /// Latest interval between two rows, s.
  private var spacing = 0.01

  /// Assumed interval if the sensors do not continue, s: no earlier value remains valid.
  private static let pause = 10.0

  /// Disorder of rows, s, that no clock step explains better.
  private static let jitter = 0.05

  /// Largest disorder of rows that is left to the engine, s, which ignores them.
  private static let disorder = 1.0

  /// Step of a single row, s, above which its stamp is wrong.
  private static let leap = 10.0

  /// The corrected time of a row.
  ///
  /// - Parameters:
  ///   - stamp: Time stamp of the row.
  ///   - next: Time stamp of the next row; `nil` at the end.
  ///   - isContinuous: Whether its sensor values continue those of the previous row.
  /// - Returns: The corrected time; for a single wrong stamp that of the previous row.
  mutating func time(
    of stamp: BootTime, before next: BootTime?, isContinuous: Bool
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
      let passed = isContinuous ? spacing : Self.pause
      offset += passed - step
      time = last.advanced(bySeconds: passed)
    } else if step < -Self.jitter, isContinuous, let nextStep, nextStep > step,
      nextStep < -Self.jitter
    {
      // The sensors go on with one stamp after another: the clock stepped, not the rows' order.
      setBackCount += 1
      offset += spacing - step
      time = last.advanced(bySeconds: spacing)
    } else if step > Self.leap, let nextStep, abs(nextStep) < Self.disorder {
      return last
    } else if step > 0, step < Self.disorder {
      spacing = step
    }
    self.last = max(last, time)
    return time
  }
}
