import CBuses
import HeadingChips

/// The chip at a chip select of an SPI controller, `/dev/spidevB.C`, in mode 3: the only one there.
final class SPIChip: OpenBus, ChipBus {
  /// Clock, Hz: every chip of the catalogue allows it, over wires too.
  private static let frequency: UInt32 = 1_000_000

  let kind = BusKind.spi
  private let file: Descriptor

  init(_ path: String) throws(BusError) {
    file = try Descriptor(path)
    try BusError.check(buses_spi_configure(file.number, Self.frequency))
  }

  func connect(address: UInt8, bitRate: Int) -> any ChipBus { self }

  // A driver of the kernel and a device file exclude each other.
  func isHeld(_ address: UInt8) -> Bool { false }

  func write(_ bytes: [UInt8]) throws(BusError) { _ = try exchange(bytes, reading: 0) }

  func read(_ count: Int) throws(BusError) -> [UInt8] { try exchange([], reading: count) }

  func exchange(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    try BusError.check(
      unsafe buses_spi_exchange(
        file.number, bytes, UInt32(clamping: bytes.count), &result, UInt32(clamping: count)))
    return result
  }
}
