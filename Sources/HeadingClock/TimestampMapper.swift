package import HeadingSensing

/// Converts the time stamps of samples to boottime.
///
/// Time stamps on this machine's boottime clock are unchanged. Those of another clock are mapped by an
/// offset, the minimum of (arrival − stamp), since delays are positive; the offset may rise slowly to follow
/// clock drift. Where time stamps are missing or do not increase, the time of arrival is used, spread by
/// the sampling period.
package struct TimestampMapper {
  /// A notice for the user, reported once.
  package enum Event: Hashable, Sendable {
    /// The time stamps do not increase: the time of arrival is used from now on.
    case stampsStuck

    /// The time stamps are not boottime though that clock was selected: they are mapped.
    case notBoottime

    /// The time stamps' clock stepped.
    case clockStepped
  }

  /// Source of the times.
  package private(set) var timing: SampleTiming

  private let period: Double
  private var offset: Int64?
  private var lastArrival: BootTime?
  private var lastStamp: Int64?
  private var lastTime: BootTime?
  private var stuck = 0
  private var excessSince: BootTime?

  /// Largest rise of the offset, s/s: above NTP's maximum slew rate of 500 ppm.
  private static let rise = 600e-6

  /// Excess of the offset over the minimum that means a stepped clock if it persists, else a delay, s.
  private static let excess = 0.25

  /// Decrease of the time stamps that means a clock that was set back, s.
  ///
  /// NTP steps from 128 ms on; drivers that interpolate time stamps of a FIFO may go back microseconds.
  private static let stepBack = 0.05

  /// Duration of an excess that means a stepped clock, s.
  private static let stepDuration = 5.0

  /// Makes a mapper.
  ///
  /// - Parameters:
  ///   - timing: The expected kind of time stamps.
  ///   - period: Sampling period, s, for spreading a block.
  package init(timing: SampleTiming, period: Double) {
    self.timing = timing
    self.period = period
  }

  /// Computes the time of each sample of a block.
  ///
  /// - Parameters:
  ///   - stamps: Time stamps, ns; one per sample, 0 if missing.
  ///   - arrival: Time of arrival of the block.
  ///   - times: Receives the times, increasing, none later than the arrival.
  /// - Returns: A notice for the user.
  package mutating func map(_ stamps: [Int64], arrival: BootTime, into times: inout [BootTime])
    -> Event?
  {
    times.removeAll(keepingCapacity: true)
    var event: Event?
    if timing == .kernelBoottime, let last = stamps.last {
      let age = arrival.seconds(since: BootTime(nanoseconds: last))
      if age < -0.05 || age > 30 {
        timing = .mapped
        event = .notBoottime
      }
    }
    if timing == .mapped, let last = stamps.last {
      if let lastStamp,
        BootTime(nanoseconds: lastStamp).seconds(since: BootTime(nanoseconds: last))
          > Self.stepBack
      {
        offset = nil
        excessSince = nil
        event = .clockStepped
      }
      event = follow(last, arrival) ?? event
    }
    for (index, stamp) in stamps.enumerated() {
      var time = arrival.advanced(bySeconds: -period * Double(stamps.count - 1 - index))
      if timing != .arrival {
        if let lastStamp, stamp <= lastStamp {
          stuck += 1
          if stuck >= 3 {
            timing = .arrival
            event = .stampsStuck
          }
        } else {
          stuck = 0
          time = BootTime(nanoseconds: stamp &+ (timing == .mapped ? offset ?? 0 : 0))
        }
        lastStamp = stamp
      }
      if time > arrival { time = arrival }
      // After a step back of the mapping keep a minimum interval: filters divide by it.
      // No time is later than the arrival, also where a driver is faster than its stated rate.
      if let lastTime, time.seconds(since: lastTime) < period / 4 {
        time = min(lastTime.advanced(bySeconds: period / 4), arrival)
        if time <= lastTime { time = lastTime.advanced(bySeconds: 1e-9) }
      }
      lastTime = time
      times.append(time)
    }
    return event
  }

  private mutating func follow(_ stamp: Int64, _ arrival: BootTime) -> Event? {
    defer { lastArrival = arrival }
    let observed = arrival.nanoseconds &- stamp
    guard let current = offset, let lastArrival else {
      offset = observed
      return nil
    }
    let elapsed = max(0, arrival.seconds(since: lastArrival))
    let difference = BootTime(nanoseconds: observed).seconds(since: BootTime(nanoseconds: current))
    if difference <= 0 {
      offset = observed
      excessSince = nil
      return difference < -Self.excess ? .clockStepped : nil
    }
    if difference > Self.excess {
      let since = excessSince ?? arrival
      excessSince = since
      guard arrival.seconds(since: since) > Self.stepDuration else { return nil }
      offset = observed
      excessSince = nil
      return .clockStepped
    }
    excessSince = nil
    offset = current &+ Int64(min(difference, Self.rise * elapsed) * 1e9)
    return nil
  }
}
