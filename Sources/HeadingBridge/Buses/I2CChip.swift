import CBuses
import Glibc
import HeadingChips

/// A chip at an address of an I²C adapter.
///
/// Whole transactions where the adapter can do them, else SMBus transfers of registers that
/// increment.
final class I2CChip: ChipBus {
  /// `I2C_SMBUS_BLOCK_MAX`.
  private static let longestBlock = 32

  let kind = BusKind.i2c
  private let file: Descriptor
  private let address: UInt8
  private let hasTransactions: Bool

  /// Connects the chip at an address of an open adapter, which chips share.
  init(_ file: Descriptor, address: UInt8) throws(BusError) {
    self.file = file
    self.address = address
    var transactions: CInt = 0
    try BusError.check(unsafe buses_i2c_select(file.number, address, &transactions))
    hasTransactions = transactions != 0
  }

  func write(_ bytes: [UInt8]) throws(BusError) {
    if hasTransactions {
      var nothing: [UInt8] = []
      return try transfer(bytes, &nothing)
    }
    var values = Array(bytes.dropFirst())
    guard let register = bytes.first, values.count <= Self.longestBlock else { throw .unsupported }
    try check(
      unsafe buses_i2c_smbus(file.number, address, 0, register, &values, UInt8(values.count)))
  }

  func read(_ count: Int) throws(BusError) -> [UInt8] {
    guard hasTransactions else { throw .unsupported }
    var bytes = [UInt8](repeating: 0, count: count)
    try transfer([], &bytes)
    return bytes
  }

  func exchange(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    if hasTransactions {
      try transfer(bytes, &result)
      return result
    }
    guard let register = bytes.first, bytes.count == 1, 1...Self.longestBlock ~= count else {
      throw .unsupported
    }
    try check(
      unsafe buses_i2c_smbus(file.number, address, 1, register, &result, UInt8(count)))
    return result
  }

  private func transfer(_ output: [UInt8], _ input: inout [UInt8]) throws(BusError) {
    guard let written = UInt16(exactly: output.count), let read = UInt16(exactly: input.count)
    else { throw .unsupported }
    try check(unsafe buses_i2c_exchange(file.number, address, output, written, &input, read))
  }

  /// Throws the error of a transfer.
  ///
  /// ENODEV is also the answer of some adapters, `i2c-stub` among them, where nobody acknowledges:
  /// the bus is gone only when its device file is.
  private func check(_ code: CInt) throws(BusError) {
    if code == ENODEV, !file.isDeleted { throw .notAcknowledged }
    try BusError.check(code)
  }
}
