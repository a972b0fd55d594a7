import HeadingSensing

/// The time that the samples of a sensor span, compared with that of their arrival.
struct SamplePace {
  /// Largest step of the sender's time that is waited for, s; a larger one is a gap of a recording.
  private static let longestStep = 2.0

  private let period: Double
  private var start: BootTime?
  private var last: Int64?
  /// Time of the samples since the first one, s.
  private var span = 0.0

  init(rate: Double) { period = 1 / rate }

  /// Counts samples that arrived.
  ///
  /// - Parameters:
  ///   - samples: Their number.
  ///   - stamp: The sender's time of the last one, ns; `nil` if the sender has no clock.
  ///   - arrival: When they arrived.
  mutating func note(_ samples: Int, stamp: Int64?, at arrival: BootTime) {
    let step = stamp.flatMap { stamp in last.map { Double(stamp &- $0) * 1e-9 } }
    last = stamp
    guard start != nil, step.map({ (0...Self.longestStep).contains($0) }) ?? (stamp == nil) else {
      start = arrival
      span = 0
      return
    }
    span += step ?? Double(samples) * period
  }

  /// Time by which the samples are ahead, s.
  func lead(at now: BootTime) -> Double { start.map { span - now.seconds(since: $0) } ?? 0 }
}
