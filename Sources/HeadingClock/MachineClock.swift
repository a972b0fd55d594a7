public import HeadingSensing

/// The clocks of the machine; a parameter everywhere, so that tests bring their own.
public protocol MachineClock: Sendable {
  /// Now on the boottime line.
  var bootTime: BootTime { get }

  /// The relation of boottime to UTC now, and whether the kernel calls the system clock synchronized.
  var relation: ClockRelation { get }
}
