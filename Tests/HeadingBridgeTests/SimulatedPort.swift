import ChipSimulation
import HeadingBridge
import HeadingChips
import HeadingClock
import HeadingSensing
import Synchronization

/// An I²C bus with simulated chips at addresses, in real time.
final class SimulatedPort: BusPort {
  /// Chips are used by the bus thread alone; the test changes them under the same lock.
  private struct Chips: ~Copyable {
    var buses: [UInt8: SimulatedBus] = [:]
  }

  let name: String
  var kind: BusKind { .i2c }
  private let chips = Mutex(Chips())
  private let time = SimulatedTime()
  private let isGone = Atomic(false)
  /// Addresses that a kernel driver holds.
  private let held: Mutex<Set<UInt8>>
  /// Whether a program has the bus open.
  private let isOpen = Atomic(false)

  init(_ name: String = "/dev/i2c-7", held: Set<UInt8> = []) {
    self.name = name
    self.held = Mutex(held)
  }

  /// Binds a kernel driver to a chip, or unbinds it.
  func setHeld(_ isHeld: Bool, at address: UInt8) {
    held.withLock { if isHeld { $0.insert(address) } else { $0.remove(address) } }
  }

  /// Opens or releases the bus as another program does.
  func setOpen(_ open: Bool) { isOpen.store(open, ordering: .relaxed) }

  /// Plugs a chip in.
  func plug(_ make: @Sendable () -> any SimulatedChip, at address: UInt8) {
    chips.withLock { $0.buses[address] = SimulatedBus(make(), time: time) }
  }

  /// Unplugs the chip at an address.
  func unplug(_ address: UInt8) { chips.withLock { $0.buses[address] = nil } }

  /// Sets or ends the fault of an address.
  func set(_ fault: SimulatedBus.Fault?, at address: UInt8) {
    chips.withLock { $0.buses[address]?.fault = fault }
  }

  /// Number of transactions with the chip at an address.
  func transactions(at address: UInt8) -> Int {
    chips.withLock { $0.buses[address]?.transactions ?? 0 }
  }

  /// Takes the whole bus away or brings it back.
  func setGone(_ gone: Bool) { isGone.store(gone, ordering: .relaxed) }

  var isPresent: Bool { !isGone.load(ordering: .relaxed) }

  func open() throws(BusError) -> any OpenBus {
    if isGone.load(ordering: .relaxed) { throw .gone }
    if isOpen.exchange(true, ordering: .relaxed) { throw .inUse }
    return Opened(self)
  }

  private final class Opened: OpenBus {
    private let port: SimulatedPort

    init(_ port: SimulatedPort) { self.port = port }

    deinit { port.isOpen.store(false, ordering: .relaxed) }

    func connect(address: UInt8, bitRate: Int) throws(BusError) -> any ChipBus {
      if port.isGone.load(ordering: .relaxed) { throw .gone }
      if isHeld(address) { throw .busy }
      return Connection(port, address)
    }

    func isHeld(_ address: UInt8) -> Bool { port.held.withLock { $0.contains(address) } }
  }

  private func transact<Value: Sendable>(
    _ address: UInt8, _ body: @Sendable (SimulatedBus) throws(BusError) -> Value
  ) throws(BusError) -> Value {
    if isGone.load(ordering: .relaxed) { throw .gone }
    return try chips.withLock { (chips) throws(BusError) in
      let now = SystemClock().bootTime.nanoseconds
      time.advance(by: max(0, now - time.now))
      guard let bus = chips.buses[address] else { throw .notAcknowledged }
      return try body(bus)
    }
  }

  private final class Connection: ChipBus {
    let kind = BusKind.i2c
    private let port: SimulatedPort
    private let address: UInt8

    init(_ port: SimulatedPort, _ address: UInt8) {
      self.port = port
      self.address = address
    }

    func write(_ bytes: [UInt8]) throws(BusError) {
      try port.transact(address) { (bus) throws(BusError) in try bus.write(bytes) }
    }

    func read(_ count: Int) throws(BusError) -> [UInt8] {
      try port.transact(address) { (bus) throws(BusError) in try bus.read(count) }
    }

    func exchange(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
      try port.transact(address) { (bus) throws(BusError) in
        try bus.exchange(bytes, reading: count)
      }
    }
  }
}
