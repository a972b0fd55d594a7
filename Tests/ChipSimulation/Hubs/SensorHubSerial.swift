package import HeadingChips

/// A BNO08x on its serial line: frames with flags and escapes, 100 µs between the host's bytes.
package final class SensorHubSerial: SimulatedChip {
  /// The hub.
  package let hub = SensorHub()
  /// Bytes on the line before the next frame.
  package var noise: [UInt8] = []

  private var output: [UInt8] = []
  private var input: [UInt8] = []
  private var lastByte: Int64 = 0
  private var isInside = false

  /// Creates a hub that has started.
  package init() {}

  package var environment: ChipEnvironment {
    get { hub.environment }
    set { hub.environment = newValue }
  }

  package func write(_ bytes: [UInt8], at time: Int64) throws(BusError) {
    // Bytes without the pause before them are lost.
    guard bytes.count == 1, time - lastByte >= 100_000, let byte = bytes.first else { return }
    lastByte = time
    guard byte == 0x7E else { return input.append(byte) }
    if isInside, input.first == 1 {
      var transfer: [UInt8] = []
      var isEscaped = false
      for byte in input.dropFirst() {
        if byte == 0x7D {
          isEscaped = true
        } else {
          transfer.append(isEscaped ? byte ^ 0x20 : byte)
          isEscaped = false
        }
      }
      hub.receive(transfer, at: time)
    }
    isInside.toggle()
    input = []
  }

  package func read(_ count: Int, at time: Int64) throws(BusError) -> [UInt8] {
    hub.measure(until: time)
    for cargo in hub.queue {
      let length = cargo.rest.count + 4
      let header = [
        UInt8(length & 0xFF), UInt8(length >> 8), cargo.channel,
        hub.sequence(cargo.channel, advances: true),
      ]
      output += noise + [0x7E, 0x01]
      noise = []
      for byte in header + cargo.rest {
        output += byte == 0x7E ? [0x7D, 0x5E] : byte == 0x7D ? [0x7D, 0x5D] : [byte]
      }
      output.append(0x7E)
    }
    hub.queue = []
    defer { output.removeFirst(min(count, output.count)) }
    return Array(output.prefix(count))
  }
}
