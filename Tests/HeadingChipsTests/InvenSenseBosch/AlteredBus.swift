import ChipSimulation
import HeadingChips

/// A bus that changes what another does.
final class AlteredBus: ChipBus {
  let bus: SimulatedBus
  let kind = BusKind.i2c
  /// Number of the transaction that nobody acknowledges.
  var failing: Int?

  /// Makes the transaction fail that comes after a number of others.
  func fail(in others: Int) { failing = count + others }

  /// Changes the bytes that are read.
  var alter: (([UInt8]) -> [UInt8])?
  private var count = 0

  init(_ bus: SimulatedBus) { self.bus = bus }

  private func check() throws(BusError) {
    count += 1
    if count - 1 == failing { throw .notAcknowledged }
  }

  func write(_ bytes: [UInt8]) throws(BusError) {
    try check()
    try bus.write(bytes)
  }

  func read(_ count: Int) throws(BusError) -> [UInt8] {
    try check()
    let bytes = try bus.read(count)
    return alter?(bytes) ?? bytes
  }

  func exchange(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
    try check()
    let bytes = try bus.exchange(bytes, reading: count)
    return alter?(bytes) ?? bytes
  }
}
