package import HeadingStorage

/// Interface and address of a node of NMEA 2000; an entry of the list `outputs.nmea2000`.
package struct NMEA2000Configuration: Sendable, Hashable {
  /// The CAN interface, such as `can0`.
  package var interface: String

  /// The address that is claimed first.
  package var address: UInt8 = 100

  /// Number of the device among those of its kind.
  package var instance: UInt8 = 0

  /// The reference of the heading.
  package var north = OutputNorth.magnetic

  /// Whether position, course and speed are sent, which compete with those of a receiver.
  package var sendsPosition = false

  /// The defaults for an interface.
  package init(interface: String) { self.interface = interface }
}

extension NMEA2000Configuration {
  /// Length of an interface's name in the kernel, IFNAMSIZ − 1.
  private static let longestName = 15

  /// Reads an entry; `nil` without an interface, which is reported as a problem.
  package init?(_ section: ConfigurationSection) {
    let interface = section.text("interface") { name in
      name.utf8.count <= Self.longestName && !name.contains("/")
        ? nil : "'\(name)' is not the name of a network interface"
    }
    let address = section.integer("address", 0...251)
    let instance = section.integer("instance", 0...252)
    let north = section.choice("north", of: OutputNorth.allCases.map(\.rawValue))
    let sendsPosition = section.flag("position")
    guard let interface else {
      if !section.has("interface") {
        section.problem(nil, "has no interface; write `interface: can0`")
      }
      return nil
    }
    self.init(interface: interface)
    if let address { self.address = UInt8(clamping: address) }
    if let instance { self.instance = UInt8(clamping: instance) }
    if let north = north.flatMap(OutputNorth.init) { self.north = north }
    if let sendsPosition { self.sendsPosition = sendsPosition }
  }
}
