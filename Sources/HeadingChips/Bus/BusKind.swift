/// The kinds of bus that connect a chip.
package enum BusKind: String, Sendable, Hashable, CaseIterable {
  /// I²C, up to 400 kHz.
  case i2c

  /// SPI, mode 3 unless the chip demands another.
  case spi

  /// An asynchronous serial line (UART).
  case serial
}
