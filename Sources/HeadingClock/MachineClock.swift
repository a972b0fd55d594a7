public import HeadingSensing

/// The clocks of the machine, injected so that tests can replace them.
public protocol MachineClock: Sendable {
  /// The present time on the boottime clock.
  var bootTime: BootTime { get }

  /// The present relation of boottime to UTC, and whether the kernel reports the system clock
  /// synchronized.
  var relation: ClockRelation { get }
}
