/// Relation of boottime to UTC at one time, and whether it can be trusted.
public struct ClockRelation: Sendable, Hashable {
  /// Source of the UTC.
  public enum Trust: Sendable, Hashable {
    /// Unsynchronized: a wall clock that was never set (a Raspberry Pi has no battery-backed
    /// clock).
    case none

    /// The system clock, synchronized by NTP or PTP according to the kernel.
    case synchronized

    /// A GNSS receiver's time.
    case gnss

    /// The user, on the command line, or a recording's own column.
    case given
  }

  /// The time on the boottime clock.
  public var bootTime: BootTime

  /// The same time in UTC.
  public var universalTime: UniversalTime

  /// Source of the UTC.
  public var trust: Trust

  /// Creates a relation.
  public init(bootTime: BootTime, universalTime: UniversalTime, trust: Trust) {
    self.bootTime = bootTime
    self.universalTime = universalTime
    self.trust = trust
  }

  /// The UTC of another time, without correction for the clock's drift since.
  @inlinable
  public func universalTime(at moment: BootTime) -> UniversalTime {
    UniversalTime(
      secondsSince1970: universalTime.secondsSince1970 + moment.seconds(since: bootTime))
  }
}
