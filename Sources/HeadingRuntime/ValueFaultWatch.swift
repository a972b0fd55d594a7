public import HeadingProtocol
public import HeadingSensing

/// Reports faults that only the values show, such as a stuck sensor, for streams and logs: when
/// they begin, and when they have been absent for a while.
public struct ValueFaultWatch: Sendable {
  /// Changes of the faults.
  public struct News: Sendable, Hashable {
    /// Faults that began.
    public var begun: Reasons = []

    /// Faults that have been absent for ten seconds.
    public var over: Reasons = []
  }

  /// Faults for which no source sends a notice.
  private static let faults: Reasons = [
    .fieldImplausible, .gravityImplausible, .rateImplausible, .invalidSamples, .sensorStuck,
    .magnetometerStuck, .accelerometerStuck, .gyroscopeStuck, .barometerStuck, .saturated,
    .fixFrozen, .fixDateImplausible,
  ]

  /// Absence after which a fault is over, s; shorter gaps do not end it.
  private static let pause = 10.0

  private var names: [String] = []
  private var present: Reasons = []
  private var lastSeen: [(fault: Reasons, time: Double)] = []

  /// Creates a watch without faults.
  public init() {}

  /// Changes since the last message.
  public mutating func note(_ message: SolutionMessage) -> News {
    // At a hundred messages per second the reasons rarely differ from the last message's.
    if message.reasons != names {
      names = message.reasons
      present = Reasons(names: names)
    }
    return note(present, at: message.bootTime)
  }

  /// Changes in the reasons at a time, seconds since boot.
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

  /// Removes the general reason if the stuck sensor is named.
  private static func withoutGeneral(_ reasons: Reasons) -> Reasons {
    let specific: Reasons = [
      .magnetometerStuck, .accelerometerStuck, .gyroscopeStuck, .barometerStuck,
    ]
    return reasons.isDisjoint(with: specific) ? reasons : reasons.subtracting(.sensorStuck)
  }
}
