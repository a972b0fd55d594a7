/// Transactions of chips without registers, with the errors of drivers.
extension ChipConnection {
  /// Writes bytes in one transaction.
  func transmit(_ bytes: [UInt8]) throws(ChipError) {
    do throws(BusError) { try bus.write(bytes) } catch { throw .bus(error) }
  }

  /// Reads `count` bytes in one transaction; from a serial line those that have arrived.
  func receive(_ count: Int) throws(ChipError) -> [UInt8] {
    do throws(BusError) { return try bus.read(count) } catch { throw .bus(error) }
  }

  /// Writes a command and reads its answer in one transaction.
  func ask(_ command: UInt8, reading count: Int) throws(ChipError) -> [UInt8] {
    do throws(BusError) {
      return try bus.exchange([command], reading: count)
    } catch {
      throw .bus(error)
    }
  }
}
