/// The networks on which other participants are looked for, as a configuration of Cyclone DDS.
public enum Network: Sendable, Hashable {
  /// This machine only.
  case loopback
  /// The network of an interface, by its name, such as `wlan0`.
  case interface(String)
  /// A configuration in Cyclone's XML, or a list of such files, as `$CYCLONEDDS_URI` has it.
  case configuration(String)

  /// Participants of this machine that find each other by their ports: 32, as in ROS 2.
  private static let participants = 32

  /// The configuration.
  ///
  /// On the loopback interface participants find each other by ports that are numbered, because multicast is off there;
  /// ROS 2 does the same with `ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST`. Source: Cyclone DDS 0.10, Configuration Guide.
  public var configuration: String {
    switch self {
    case .loopback:
      """
      <General><Interfaces><NetworkInterface name="lo" multicast="false"/></Interfaces>\
      <AllowMulticast>false</AllowMulticast></General>\
      <Discovery><ParticipantIndex>auto</ParticipantIndex>\
      <MaxAutoParticipantIndex>\(Self.participants)</MaxAutoParticipantIndex>\
      <Peers><Peer address="127.0.0.1"/></Peers></Discovery>
      """
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
    case .loopback: "this machine only"
    case .interface(let name): "interface \(name)"
    case .configuration: "the networks of the given configuration"
    }
  }
}
