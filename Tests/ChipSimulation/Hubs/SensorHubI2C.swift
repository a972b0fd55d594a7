package import HeadingChips

/// A BNO08x on I²C: partial reads and continuations as in section 1.4.1 of its data sheet.
package final class SensorHubI2C: SimulatedChip {
  /// The hub.
  package let hub = SensorHub()
  /// Bytes that replace the next read.
  package var forged: [[UInt8]] = []
  /// Header and data of the transfers that were written.
  package private(set) var written: [[UInt8]] = []

  /// Creates a hub that has started.
  package init() {}

  package var environment: ChipEnvironment {
    get { hub.environment }
    set { hub.environment = newValue }
  }

  package func write(_ bytes: [UInt8], at time: Int64) throws(BusError) {
    written.append(bytes)
    hub.receive(bytes, at: time)
  }

  package func read(_ count: Int, at time: Int64) throws(BusError) -> [UInt8] {
    hub.measure(until: time)
    let padding = [UInt8](repeating: 0, count: count)
    if !forged.isEmpty { return Array((forged.removeFirst() + padding).prefix(count)) }
    guard let cargo = hub.queue.first else { return padding }
    let length = cargo.rest.count + 4
    let isRead = count > 4
    let header = [
      UInt8(length & 0xFF), UInt8(length >> 8) | (cargo.isContinued ? 0x80 : 0), cargo.channel,
      hub.sequence(cargo.channel, advances: isRead),
    ]
    guard isRead else { return Array(header.prefix(count)) }
    let data = cargo.rest.prefix(count - 4)
    if data.count == cargo.rest.count {
      hub.queue.removeFirst()
    } else {
      hub.queue[0].rest.removeFirst(data.count)
      hub.queue[0].isContinued = true
    }
    return Array((header + data + padding).prefix(count))
  }
}
