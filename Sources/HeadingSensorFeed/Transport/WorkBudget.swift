import HeadingSensing

/// Bounds the share of a core that a thread takes, whatever it is sent.
struct WorkBudget {
  /// Largest share, over more than a moment.
  static let share = 0.5

  /// Longest work without a rest, s: a burst of samples is not delayed.
  private static let burst = 0.02

  private var last: (time: BootTime, work: Double)?
  private var credit = burst

  /// Counts what the thread has worked since the last call.
  ///
  /// - Parameters:
  ///   - time: The present.
  ///   - work: The core's time that the thread has taken since its beginning, s.
  /// - Returns: How long to rest, s.
  mutating func rest(at time: BootTime, after work: Double) -> Double {
    if let last {
      let earned = Self.share * time.seconds(since: last.time)
      credit = min(Self.burst, credit + earned - (work - last.work))
    }
    last = (time, work)
    return max(0, -credit / Self.share)
  }
}
