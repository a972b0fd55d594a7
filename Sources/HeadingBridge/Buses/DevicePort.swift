package import HeadingChips

/// A device file: an I²C adapter, the chip select of an SPI controller, or a serial line.
package struct DevicePort: BusPort {
  package let name: String
  package let kind: BusKind

  /// Creates the port of a device file, whose name tells its kind: `i2c-1`, `spidev0.0`, `ttyUSB0`.
  package init(_ path: String) {
    name = path
    let file = path.split(separator: "/").last ?? ""
    kind = file.hasPrefix("i2c-") ? .i2c : file.hasPrefix("spidev") ? .spi : .serial
  }

  package func open() throws(BusError) -> any OpenBus {
    switch kind {
    case .i2c: try I2CBus(name)
    case .spi: try SPIChip(name)
    case .serial: try SerialChip(name)
    }
  }
}
