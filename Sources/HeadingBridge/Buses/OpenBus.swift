package import HeadingChips

/// A bus that this program has for itself, until the object is released.
///
/// Used by one thread at a time.
package protocol OpenBus: AnyObject {
  /// Connects a chip.
  ///
  /// - Parameters:
  ///   - address: The chip's 7-bit address; without meaning on other buses than I²C.
  ///   - bitRate: The bit rate of a serial line; without meaning on other buses.
  /// - Returns: The connection to the chip.
  /// - Throws: ``BusError/busy`` if a kernel driver holds the chip.
  func connect(address: UInt8, bitRate: Int) throws(BusError) -> any ChipBus

  /// Whether a driver of the kernel is bound to the chip at an address at present.
  func isHeld(_ address: UInt8) -> Bool
}
