import FoundationEssentials

extension NMEA2000Name {
  /// The NAME of an output of this machine.
  ///
  /// - Parameters:
  ///   - interface: Its CAN interface; part of the number, as the instance is, so that two outputs
  ///     of one machine differ.
  ///   - instance: Number of the device among those of its kind.
  /// - Returns: The NAME.
  package static func own(interface: String, instance: UInt8) -> NMEA2000Name {
    own(machine: machine, interface: interface, instance: instance)
  }

  /// 21 bits of the machine, the interface and the instance.
  package static func ownNumber(interface: String, instance: UInt8) -> UInt32 {
    unique(of: "\(machine) \(interface) \(instance)")
  }

  private static func own(machine: String, interface: String, instance: UInt8) -> NMEA2000Name {
    NMEA2000Name(unique: unique(of: "\(machine) \(interface) \(instance)"), instance: instance)
  }

  /// An identifier that stays with the machine.
  private static var machine: String {
    (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? "headingd"
  }

  /// The NAMEs of the outputs of this machine, whatever program they are of.
  package struct OfMachine {
    private let machine = NMEA2000Name.machine
    private let interfaces: [String]

    /// Of the network interfaces of now: a bridge may pass frames from one to another.
    package init() {
      interfaces =
        (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/net")) ?? []
    }

    /// Whether a NAME is one of them: which number it must have then, follows from its instance.
    package func has(_ name: NMEA2000Name) -> Bool {
      interfaces.contains { interface in
        own(machine: machine, interface: interface, instance: name.instance) == name
      }
    }
  }

  /// Number of the device among those of its kind.
  var instance: UInt8 { UInt8(truncatingIfNeeded: value >> 32) }
}
