/// What a driver is given: the bus of its chip, the clock, and firmware.
package struct ChipConnection {
  /// The chip's bus.
  package let bus: any ChipBus

  /// The clock.
  package let clock: any ChipClock

  /// Finds a firmware file by its name below `/lib/firmware`; `nil` if it is not there.
  package let firmware: (String) -> [UInt8]?

  /// Creates a connection.
  package init(
    bus: any ChipBus, clock: any ChipClock, firmware: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    self.bus = bus
    self.clock = clock
    self.firmware = firmware
  }
}
