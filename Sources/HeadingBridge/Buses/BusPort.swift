package import HeadingChips

/// A bus of this machine, on which chips can be connected.
package protocol BusPort: Sendable {
  /// Name for people and for the option `--bus`, such as `/dev/i2c-1`.
  var name: String { get }

  /// Its kind.
  var kind: BusKind { get }

  /// Connects a chip.
  ///
  /// - Parameters:
  ///   - address: The chip's 7-bit address; without meaning on other buses than I²C.
  ///   - bitRate: The bit rate of a serial line; without meaning on other buses.
  /// - Returns: The connection to the chip.
  /// - Throws: ``BusError/busy`` if a kernel driver holds the chip, ``BusError/gone`` if there is no
  ///   such bus.
  func connect(address: UInt8, bitRate: Int) throws(BusError) -> any ChipBus
}
