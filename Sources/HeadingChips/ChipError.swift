/// Why a chip cannot be used.
package enum ChipError: Error, Hashable, Sendable {
  /// A transaction failed.
  case bus(BusError)

  /// Another chip is at the address: the identity that was read, in hexadecimal.
  case wrongIdentity(String)

  /// The chip did not finish in time: what it was doing.
  case notReady(String)

  /// The chip's answer is invalid, such as a wrong checksum.
  case badData(String)

  /// A register does not keep what was written: which one, and the values.
  case changedSetting(String)

  /// The chip cannot do this: the rate, the range or the bus.
  case unsupported(String)

  /// A firmware file that is not shipped is missing: its name.
  case missingFirmware(String)
}
