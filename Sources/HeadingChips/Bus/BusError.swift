/// Why a bus transaction failed.
package enum BusError: Error, Hashable, Sendable {
  /// No chip acknowledged the address or the data.
  case notAcknowledged

  /// The chip or another device held the bus for longer than allowed (clock stretching).
  case timedOut

  /// The bus itself is gone: an unplugged adapter.
  case gone

  /// A kernel driver uses the address.
  case busy

  /// Another program has the bus for itself.
  case inUse

  /// Any other error of the operating system, by its number.
  case system(Int32)

  /// The bus cannot do this kind of transaction.
  case unsupported
}
