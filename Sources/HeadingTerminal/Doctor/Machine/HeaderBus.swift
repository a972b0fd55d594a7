/// The I²C bus on pins 3 and 5 of a Raspberry Pi, and the chips that the kernel was told of.
struct HeaderBus {
  /// A chip that the kernel was told of.
  struct Device {
    /// 7-bit address.
    var address: UInt8
    /// Name: the device tree's compatible name without its maker.
    var name: String
    /// Compatible names of its node, the most specific first.
    var compatible: [String]
    /// Whether a driver uses it.
    var isBound: Bool
    /// Its IIO devices.
    var inputs: [String]

    /// The chip by these names; `nil` if it is none that this program knows.
    var chip: KnownChip? {
      KnownChip.all.first { chip in
        chip.driver.map { compatible.contains($0.compatible) || name == $0.device } ?? false
      }
    }
  }

  /// Number: the N of /dev/i2c-N.
  let number: Int

  /// The chips that the kernel was told of.
  let devices: [Device]

  /// Finds the bus; `nil` if it is not enabled.
  init?(on machine: Machine) {
    let folder = "/sys/bus/i2c/devices"
    let path = DeviceTree(on: machine).headerBus
    let numbers = machine.names(in: folder).filter { $0.hasPrefix("i2c-") }
      .compactMap { Int($0.dropFirst(4)) }
    // The bus whose node it is; by its number on a kernel without the link.
    let isLinked = { (number: Int) in
      guard let path, let link = machine.link("\(folder)/i2c-\(number)/of_node") else {
        return false
      }
      return link.hasSuffix("devicetree/base" + path)
    }
    guard let number = numbers.first(where: isLinked) ?? numbers.first(where: { $0 == 1 }) else {
      return nil
    }
    self.number = number
    devices = machine.names(in: folder).compactMap { entry in
      guard entry.hasPrefix("\(number)-"), entry.count == "\(number)".count + 5,
        let address = UInt8(entry.suffix(4), radix: 16)
      else { return nil }
      let path = "\(folder)/\(entry)"
      let compatible = machine.text("\(path)/of_node/compatible") ?? ""
      return Device(
        address: address, name: machine.text("\(path)/name") ?? "",
        compatible: compatible.split(separator: "\0").map(String.init),
        isBound: machine.exists("\(path)/driver"),
        inputs: machine.names(in: path).filter { $0.hasPrefix("iio:device") })
    }
  }
}
