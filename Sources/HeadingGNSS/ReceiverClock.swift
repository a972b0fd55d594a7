import HeadingSensing

/// The relation of boottime to UTC as the receiver's reports show it.
///
/// A report arrives later than the moment it names, by a latency that varies. The report with the least
/// latency shows the relation best, so a later one replaces it only if its latency is smaller, if
/// the relation is old (the clocks drift apart), or if UTC jumped.
struct ReceiverClock {
  // 60 s at 50 ppm, a poor crystal, are 3 ms.
  private static let longestUse = 60.0
  private static let jump = 1.0
  private static let gain = 0.002

  private var held: ClockRelation?

  /// The relation to tell, if this report improves on the one told before.
  mutating func relation(_ time: UniversalTime, arrivedAt arrival: BootTime) -> ClockRelation? {
    if let held {
      let lead = time.secondsSince1970 - held.universalTime(at: arrival).secondsSince1970
      let age = arrival.seconds(since: held.bootTime)
      guard lead > Self.gain || lead < -Self.jump || age > Self.longestUse else { return nil }
    }
    let relation = ClockRelation(bootTime: arrival, universalTime: time, trust: .gnss)
    held = relation
    return relation
  }
}
