import HeadingSensing

/// The relation of boottime to UTC as the receiver's reports show it.
///
/// A report arrives later than the moment it names, by a latency that varies. The report with the least
/// latency shows the relation best, so a later one replaces it only if its latency is smaller or
/// the relation is old (the clocks drift apart). A UTC that jumps is believed once it has gone on from there for
/// a while: boottime does not jump, so one of the two readings of the receiver is wrong.
struct ReceiverClock {
  // 60 s at 50 ppm, a poor crystal, are 3 ms.
  private static let longestUse = 60.0
  private static let jump = 1.0
  private static let gain = 0.002

  /// How long a UTC that jumped must go on, s; small values follow a receiver's slip, large ones keep an error long.
  private static let patience = 10.0

  private var held: ClockRelation?
  private var jumped: ClockRelation?

  /// The relation to tell, if this report improves on the one told before.
  mutating func relation(_ time: UniversalTime, arrivedAt arrival: BootTime) -> ClockRelation? {
    let new = ClockRelation(bootTime: arrival, universalTime: time, trust: .gnss)
    guard let held else { return hold(new) }
    let lead = Self.lead(of: new, to: held)
    guard abs(lead) > Self.jump else {
      jumped = nil
      let age = arrival.seconds(since: held.bootTime)
      return lead > Self.gain || age > Self.longestUse ? hold(new) : nil
    }
    guard let jumped, abs(Self.lead(of: new, to: jumped)) <= Self.jump else {
      self.jumped = new
      return nil
    }
    return arrival.seconds(since: jumped.bootTime) >= Self.patience ? hold(new) : nil
  }

  /// How far ahead one relation's UTC is of another's, s.
  private static func lead(of new: ClockRelation, to old: ClockRelation) -> Double {
    new.universalTime.secondsSince1970
      - old.universalTime(at: new.bootTime).secondsSince1970
  }

  private mutating func hold(_ relation: ClockRelation) -> ClockRelation {
    held = relation
    jumped = nil
    return relation
  }
}
