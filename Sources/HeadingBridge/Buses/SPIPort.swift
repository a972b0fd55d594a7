package import HeadingChips

/// A chip select of an SPI controller, `/dev/spidevB.C`; mode 3.
package struct SPIPort: BusPort {
  package let name: String
  package var kind: BusKind { .spi }

  /// Creates a port of a device file.
  package init(_ name: String) { self.name = name }

  package func connect(address: UInt8, bitRate: Int) throws(BusError) -> any ChipBus {
    try SPIChip(name)
  }
}
