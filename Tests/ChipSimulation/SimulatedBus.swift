package import HeadingChips

/// The bus of one simulated chip, with the faults of real buses.
package final class SimulatedBus: ChipBus {
  /// What a bus may do to a transaction.
  package enum Fault: Sendable, Hashable {
    /// Nobody acknowledges.
    case notAcknowledged
    /// The chip stretches the clock for too long.
    case stretched
    /// The adapter was unplugged.
    case gone
    /// A bit of each byte that is read is inverted.
    case flipped(bit: Int)
    /// Every byte that is read is the same: a stuck data line.
    case stuck(UInt8)
  }

  package let kind: BusKind
  /// The chip; `nil` for an address at which nobody answers.
  package var chip: (any SimulatedChip)?
  /// The present fault.
  package var fault: Fault?
  /// Number of transactions so far.
  package private(set) var transactions = 0
  private let time: SimulatedTime

  /// Creates a bus.
  package init(_ chip: (any SimulatedChip)?, kind: BusKind = .i2c, time: SimulatedTime) {
    self.chip = chip
    self.kind = kind
    self.time = time
  }

  /// The connection for a driver.
  package var connection: ChipConnection { ChipConnection(bus: self, clock: time) }

  private func transact() throws(BusError) -> any SimulatedChip {
    transactions += 1
    // A byte takes 25 µs at 400 kHz, a transaction a few of them.
    time.advance(by: 100_000)
    switch fault {
    case .notAcknowledged: throw .notAcknowledged
    case .stretched: throw .timedOut
    case .gone: throw .gone
    case .flipped, .stuck, nil: break
    }
    guard let chip else { throw .notAcknowledged }
    return chip
  }

  private func received(_ bytes: [UInt8]) -> [UInt8] {
    switch fault {
    case .flipped(let bit): bytes.map { $0 ^ 1 << UInt8(bit & 7) }
    case .stuck(let byte): bytes.map { _ in byte }
    default: bytes
    }
  }

  package func write(_ bytes: [UInt8]) throws(BusError) {
    try transact().write(bytes, at: time.now)
  }

  package func read(_ count: Int) throws(BusError) -> [UInt8] {
    received(try transact().read(count, at: time.now))
  }

  package func exchange(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
    guard kind != .serial else { throw .unsupported }
    let chip = try transact()
    try chip.write(bytes, at: time.now)
    return received(try chip.read(count, at: time.now))
  }
}
