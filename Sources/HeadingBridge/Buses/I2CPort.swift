import Glibc
package import HeadingChips

/// An I²C adapter, `/dev/i2c-N`.
package struct I2CPort: BusPort {
  package let name: String
  package var kind: BusKind { .i2c }

  /// The kernel's folder of the devices on all adapters.
  private let devices: String

  /// Creates a port of a device file.
  package init(_ name: String, devices: String = "/sys/bus/i2c/devices") {
    self.name = name
    self.devices = devices
  }

  package func connect(address: UInt8, bitRate: Int) throws(BusError) -> any ChipBus {
    if isHeld(address) { throw .busy }
    return try I2CChip(name, address: address)
  }

  /// Whether a driver of the kernel is bound to the chip.
  private func isHeld(_ address: UInt8) -> Bool {
    guard let number = name.split(separator: "-").last else { return false }
    let digits = String(address, radix: 16)
    let device = number + "-" + String(repeating: "0", count: 4 - digits.count) + digits
    return unsafe access("\(devices)/\(device)/driver", F_OK) == 0
  }
}
