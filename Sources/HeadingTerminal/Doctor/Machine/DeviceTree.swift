/// The device tree that the machine was started with.
struct DeviceTree {
  /// Its root.
  static let folder = "/sys/firmware/devicetree/base"

  private let machine: Machine

  /// Creates a view of a machine's device tree.
  init(on machine: Machine) { self.machine = machine }

  /// Path of the I²C bus on pins 3 and 5, such as `/soc/i2c@7e804000`; `nil` if it has no name there.
  var headerBus: String? {
    for name in ["__symbols__/i2c_arm", "aliases/i2c_arm", "aliases/i2c1"] {
      if let path = machine.text("\(Self.folder)/\(name)"), path.hasPrefix("/"),
        !path.contains("..")
      {
        return path
      }
    }
    return nil
  }

  /// Whether a node is enabled; `nil` if there is no such node.
  func isEnabled(_ path: String) -> Bool? {
    guard machine.exists(Self.folder + path) else { return nil }
    // A node without the property is enabled (Devicetree Specification, 2.3.4).
    return machine.text("\(Self.folder)\(path)/status").map { ["okay", "ok"].contains($0) } ?? true
  }

  /// The hat's name by its EEPROM.
  var hat: String? { machine.text("/proc/device-tree/hat/product") }
}
