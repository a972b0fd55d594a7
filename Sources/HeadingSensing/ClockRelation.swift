/// How boottime and UTC hang together at one moment, and whether that can be trusted.
public struct ClockRelation: Sendable, Hashable {
  /// Who vouches for the UTC.
  public enum Trust: Sendable, Hashable {
    /// Nobody: a wall clock that was never set (a Pi keeps none while off).
    case none

    /// The system clock, synchronized by NTP or PTP as the kernel says.
    case synchronized

    /// A GNSS receiver's time.
    case gnss

    /// The user, on the command line, or a recording's own column.
    case given
  }

  /// The moment on the boottime line.
  public var bootTime: BootTime

  /// The same moment in UTC.
  public var universalTime: UniversalTime

  /// Who vouches for it.
  public var trust: Trust

  /// Makes a relation.
  public init(bootTime: BootTime, universalTime: UniversalTime, trust: Trust) {
    self.bootTime = bootTime
    self.universalTime = universalTime
    self.trust = trust
  }

  /// The UTC of another moment, without correction for the clock's drift since.
  @inlinable
  public func universalTime(at moment: BootTime) -> UniversalTime {
    UniversalTime(
      secondsSince1970: universalTime.secondsSince1970 + moment.seconds(since: bootTime))
  }
}
