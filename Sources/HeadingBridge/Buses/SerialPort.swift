package import HeadingChips

/// A serial line, such as `/dev/ttyUSB0` or `/dev/serial0`.
package struct SerialPort: BusPort {
  package let name: String
  package var kind: BusKind { .serial }

  /// Creates a port of a device file.
  package init(_ name: String) { self.name = name }

  package func connect(address: UInt8, bitRate: Int) throws(BusError) -> any ChipBus {
    try SerialChip(name, bitRate: bitRate)
  }
}
