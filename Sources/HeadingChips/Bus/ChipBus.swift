/// A connection to one chip: an I²C address, an SPI chip select or a serial line.
///
/// Used by one thread at a time.
package protocol ChipBus: AnyObject {
  /// The kind of the bus, which decides how registers are addressed.
  var kind: BusKind { get }

  /// Writes bytes in one transaction.
  func write(_ bytes: [UInt8]) throws(BusError)

  /// Reads `count` bytes in one transaction.
  ///
  /// A serial line returns those that have arrived, at most `count`, and does not wait.
  func read(_ count: Int) throws(BusError) -> [UInt8]

  /// Writes bytes and reads others in the same transaction: a repeated start on I²C, one chip select
  /// on SPI.
  ///
  /// Returns exactly `count` bytes. Serial lines do not have this.
  func exchange(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8]
}
