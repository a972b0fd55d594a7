import HeadingProtocol
import HeadingSensing

/// Tells of faults that only the values show, such as a sensor that repeats itself, for streams that
/// nobody looks at: each when it begins, and again after it was gone for a while.
struct FaultWatch {
  /// Faults of which no source gives notice.
  private static let faults: Reasons = [
    .fieldImplausible, .gravityImplausible, .rateImplausible, .invalidSamples, .sensorStuck,
    .magnetometerStuck, .accelerometerStuck, .gyroscopeStuck, .fixFrozen, .fixDateImplausible,
  ]

  /// A fault that comes and goes is told again after it was gone for so long, s.
  private static let pause = 10.0

  private var names: [String] = []
  private var present: Reasons = []
  private var lastSeen: [(fault: Reasons, time: Double)] = []

  /// The advice for the faults that a message shows and that were not told yet.
  mutating func news(in message: SolutionMessage) -> [String] {
    // At a hundred messages a second the reasons are nearly always those of the last one.
    if message.reasons != names {
      names = message.reasons
      present = Reasons(names: names).intersection(Self.faults)
    }
    guard !present.isEmpty else { return [] }
    var news: Reasons = []
    for entry in Reasons.catalogue where present.contains(entry.reason) {
      if let index = lastSeen.firstIndex(where: { $0.fault == entry.reason }) {
        if message.bootTime - lastSeen[index].time > Self.pause { news.insert(entry.reason) }
        lastSeen[index].time = message.bootTime
      } else {
        news.insert(entry.reason)
        lastSeen.append((entry.reason, message.bootTime))
      }
    }
    // The sensor's own reason says more.
    if !news.isDisjoint(with: [.magnetometerStuck, .accelerometerStuck, .gyroscopeStuck]) {
      news.remove(.sensorStuck)
    }
    return news.advice
  }
}
