import Glibc
import HeadingChips

/// An open I²C adapter, `/dev/i2c-N`.
final class I2CBus: OpenBus {
  private let file: Descriptor

  /// The kernel's folder of the device at each address: its path without the address.
  private let devices: String

  /// Opens the adapter.
  ///
  /// - Parameters:
  ///   - path: Its device file.
  ///   - devices: The kernel's folder of the devices on all adapters.
  /// - Throws: ``BusError/inUse`` if another program has it.
  init(_ path: String, devices: String = "/sys/bus/i2c/devices") throws(BusError) {
    file = try Descriptor(path)
    self.devices = "\(devices)/\(path.split(separator: "-").last ?? "")-"
  }

  func connect(address: UInt8, bitRate: Int) throws(BusError) -> any ChipBus {
    if isHeld(address) { throw .busy }
    return try I2CChip(file, address: address)
  }

  func isHeld(_ address: UInt8) -> Bool {
    let digits = String(address, radix: 16)
    let device = devices + String(repeating: "0", count: 4 - digits.count) + digits
    return unsafe access("\(device)/driver", F_OK) == 0
  }
}
