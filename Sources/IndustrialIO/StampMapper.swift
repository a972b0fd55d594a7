import HeadingSensing

/// Turns the kernel's stamps of samples into boottime.
///
/// Stamps on the boottime clock of this machine are taken as they are. Stamps of another clock are
/// mapped by an offset: the smallest (arrival − stamp) seen, since a sample can only arrive late;
/// it is let rise slowly to follow clocks that drift apart. Stamps that are missing or do not
/// increase give way to the time of arrival, spread by the sampling period.
struct StampMapper {
  /// Something to tell people, once.
  enum Event: Hashable {
    /// The stamps do not increase: the time of arrival is used from here on.
    case stampsStuck

    /// The stamps are not boottime though the clock was set to it: they are mapped.
    case notBoottime

    /// The stamping clock stepped.
    case clockStepped
  }

  /// How the times are made.
  private(set) var timing: IIOAcceptance.Timing

  private let period: Double
  private var offset: Int64?
  private var lastArrival: BootTime?
  private var lastStamp: Int64?
  private var lastTime: BootTime?
  private var stuck = 0
  private var excessSince: BootTime?

  /// How fast the offset may rise, s/s: above the 500 ppm that NTP slews at most.
  private static let rise = 600e-6

  /// An offset this much above the smallest is a delay first, and a stepped clock only if it stays, s.
  private static let excess = 0.25

  /// A stamp this much before the last one is no delay but a clock that was set back, s.
  ///
  /// NTP steps only from 128 ms on; drivers that compute stamps of a FIFO may go back microseconds.
  private static let stepBack = 0.05

  /// How long an excess must last to be a stepped clock, s.
  private static let patience = 5.0

  /// Makes a mapper.
  ///
  /// - Parameters:
  ///   - timing: What the stamps are expected to be.
  ///   - period: Seconds between samples, for spreading a block.
  init(timing: IIOAcceptance.Timing, period: Double) {
    self.timing = timing
    self.period = period
  }

  /// Gives each sample of a block its time.
  ///
  /// - Parameters:
  ///   - stamps: The kernel's stamps, ns; one per sample, 0 where there is none.
  ///   - arrival: When the block was there.
  ///   - times: Receives the times, increasing, none later than the arrival.
  /// - Returns: What is to be told.
  mutating func map(_ stamps: [Int64], arrival: BootTime, into times: inout [BootTime]) -> Event? {
    times.removeAll(keepingCapacity: true)
    var event: Event?
    if timing == .kernelBoottime, let last = stamps.last {
      let age = arrival.seconds(since: BootTime(nanoseconds: last))
      if age < -0.05 || age > 30 {
        timing = .kernelMapped
        event = .notBoottime
      }
    }
    if timing == .kernelMapped, let last = stamps.last {
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
          time = BootTime(nanoseconds: stamp &+ (timing == .kernelMapped ? offset ?? 0 : 0))
        }
        lastStamp = stamp
      }
      if time > arrival { time = arrival }
      // After a step back of the mapping, samples must not crowd: filters divide by their distance.
      // Nor may they run ahead of their arrival, where a driver is faster than it says.
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
      guard arrival.seconds(since: since) > Self.patience else { return nil }
      offset = observed
      excessSince = nil
      return .clockStepped
    }
    excessSince = nil
    offset = current &+ Int64(min(difference, Self.rise * elapsed) * 1e9)
    return nil
  }
}
