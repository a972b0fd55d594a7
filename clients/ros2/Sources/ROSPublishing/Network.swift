/// The networks on which other participants are looked for.
public enum Network: Sendable, Hashable {
  /// This machine only.
  case thisMachine
  /// The network of an interface, by its name, such as `wlan0`.
  case interface(String)
  /// A configuration of Cyclone DDS in XML, or a list of such files, as `$CYCLONEDDS_URI` has it.
  case configuration(String)

  /// A configuration of Cyclone DDS.
  ///
  /// On this machine it is what nodes of the distribution need that are limited to it, too. Humble uses the loopback
  /// interface (`ROS_LOCALHOST_ONLY=1`), with multicast, which Linux has there without saying so. Since Iron
  /// (`ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST`) each participant announces itself to the 32 first ports of this machine, and
  /// the addresses are those of the usual interface; packets to them do not leave the machine either. Participants
  /// of one kind do not hear those of the other. Source: ros2/rmw_cyclonedds, `check_create_domain` of both.
  ///
  /// - Parameter distribution: The distribution of ROS of the other participants.
  /// - Returns: The configuration.
  public func configuration(for distribution: Distribution) -> String {
    let numbered =
      "<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>"
      + "<Peers>\(OwnAddresses.all().map { "<Peer address=\"\($0)\"/>" }.joined())</Peers>"
    return switch self {
    case .thisMachine where distribution.isOld:
      "<General><Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces></General>"
        + "<Discovery>\(numbered)</Discovery>"
    case .thisMachine:
      "<General><AllowMulticast>false</AllowMulticast></General><Discovery>\(numbered)</Discovery>"
    case .interface(let name):
      "<General><Interfaces><NetworkInterface name=\"\(name)\"/></Interfaces></General>"
    case .configuration(let text): text
    }
  }

  /// Whether a text can be the name of an interface of Linux: 1 to 15 letters, digits and `.-_:@`.
  public static func isInterface(_ name: String) -> Bool {
    (1...15).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: ".-_:@".utf8.contains(byte)
        }
      }
  }
}

extension Network: CustomStringConvertible {
  /// Where it is, for people.
  public var description: String {
    switch self {
    case .thisMachine: "this machine only"
    case .interface(let name): "interface \(name)"
    case .configuration: "the networks of the given configuration"
    }
  }
}
