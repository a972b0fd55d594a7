/// What a driver is given: the bus of its chip, and the clock.
package struct ChipConnection {
  /// The chip's bus.
  package let bus: any ChipBus

  /// The clock.
  package let clock: any ChipClock

  /// Creates a connection.
  package init(bus: any ChipBus, clock: any ChipClock) {
    self.bus = bus
    self.clock = clock
  }
}
