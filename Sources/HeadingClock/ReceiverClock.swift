package import HeadingSensing

/// Relation of boottime to UTC from the receiver's reports.
///
/// A report arrives with a variable latency. The report with the smallest latency determines the
/// relation: a later one replaces it only if its latency is smaller or the relation is old (clock
/// drift). A UTC step is accepted after it has persisted for a while: boottime has no steps, so
/// that one of the receiver's two times is wrong.
package struct ReceiverClock: Sendable {
  // 60 s at 50 ppm, a poor crystal, are 3 ms.
  private static let longestUse = 60.0
  private static let jump = 1.0
  private static let gain = 0.002

  /// Time for which a UTC step must persist, s; small values follow a receiver fault, large ones
  /// keep an error long.
  private static let stepDuration = 10.0

  private var current: ClockRelation?
  private var jumped: ClockRelation?

  /// Creates a clock that knows nothing yet.
  package init() {}

  /// The relation to report, if this report improves the last one.
  package mutating func relation(
    _ time: UniversalTime, arrivedAt arrival: BootTime
  ) -> ClockRelation? {
    let new = ClockRelation(bootTime: arrival, universalTime: time, trust: .gnss)
    guard let current else { return accept(new) }
    let lead = Self.lead(of: new, to: current)
    guard abs(lead) > Self.jump else {
      jumped = nil
      let age = arrival.seconds(since: current.bootTime)
      return lead > Self.gain || age > Self.longestUse ? accept(new) : nil
    }
    guard let jumped, abs(Self.lead(of: new, to: jumped)) <= Self.jump else {
      self.jumped = new
      return nil
    }
    return arrival.seconds(since: jumped.bootTime) >= Self.stepDuration ? accept(new) : nil
  }

  /// UTC of a relation minus that of another, s.
  private static func lead(of new: ClockRelation, to old: ClockRelation) -> Double {
    new.universalTime.secondsSince1970
      - old.universalTime(at: new.bootTime).secondsSince1970
  }

  private mutating func accept(_ relation: ClockRelation) -> ClockRelation {
    current = relation
    jumped = nil
    return relation
  }
}
