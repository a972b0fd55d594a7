public import HeadingProtocol
public import HeadingSensing

/// Tells of faults that only the values show, such as a sensor that repeats itself, for streams and logs
/// that nobody looks at: each when it begins, and when it was gone for a while.
public struct ValueFaultWatch: Sendable {
  /// What changed.
  public struct News: Sendable, Hashable {
    /// Faults that began.
    public var begun: Reasons = []

    /// Faults that have been gone for ten seconds.
    public var over: Reasons = []
  }

  /// Faults of which no source gives notice.
  private static let faults: Reasons = [
    .fieldImplausible, .gravityImplausible, .rateImplausible, .invalidSamples, .sensorStuck,
    .magnetometerStuck, .accelerometerStuck, .gyroscopeStuck, .barometerStuck, .saturated,
    .fixFrozen, .fixDateImplausible,
  ]

  /// Faults that come and go are one, unless they were gone for so long, s.
  private static let pause = 10.0

  private var names: [String] = []
  private var present: Reasons = []
  private var lastSeen: [(fault: Reasons, time: Double)] = []

  /// Makes a watch that has seen nothing yet.
  public init() {}

  /// What is new in a message.
  public mutating func note(_ message: SolutionMessage) -> News {
    // At a hundred messages a second the reasons are nearly always those of the last one.
    if message.reasons != names {
      names = message.reasons
      present = Reasons(names: names)
    }
    return note(present, at: message.bootTime)
  }

  /// What is new in the reasons of a moment, seconds since boot.
  public mutating func note(_ reasons: Reasons, at time: Double) -> News {
    let present = reasons.intersection(Self.faults)
    var news = News()
    guard !present.isEmpty || !lastSeen.isEmpty else { return news }
    for entry in Reasons.catalogue where present.contains(entry.reason) {
      if let index = lastSeen.firstIndex(where: { $0.fault == entry.reason }) {
        if time - lastSeen[index].time > Self.pause { news.begun.insert(entry.reason) }
        lastSeen[index].time = time
      } else {
        news.begun.insert(entry.reason)
        lastSeen.append((entry.reason, time))
      }
    }
    for (fault, seen) in lastSeen where time - seen > Self.pause { news.over.insert(fault) }
    lastSeen.removeAll { time - $0.time > Self.pause }
    news.begun = Self.withoutGeneral(news.begun)
    news.over = Self.withoutGeneral(news.over)
    return news
  }

  /// The sensor's own reason says more than that some sensor is stuck.
  private static func withoutGeneral(_ reasons: Reasons) -> Reasons {
    let specific: Reasons = [
      .magnetometerStuck, .accelerometerStuck, .gyroscopeStuck, .barometerStuck,
    ]
    return reasons.isDisjoint(with: specific) ? reasons : reasons.subtracting(.sensorStuck)
  }
}
