/// `rmw_dds_common/ParticipantEntitiesInfo` of one node without subscriptions: which endpoints are those of the node.
///
/// Without it `ros2 topic info` and `ros2 node list` do not know the node's name. Source: ros2/rmw_dds_common, `msg`.
public struct DiscoveryInfo: Sendable, Hashable {
  /// Name of the DDS topic.
  public static let topic = "ros_discovery_info"

  /// Name of the DDS type.
  public static let type = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"

  /// The participant's identifier, 16 bytes.
  public var participant: [UInt8]

  /// The node.
  public var node: NodeName

  /// The identifiers of the node's writers.
  public var writers: [[UInt8]]

  /// Makes the information.
  public init(participant: [UInt8], node: NodeName, writers: [[UInt8]]) {
    self.participant = participant
    self.node = node
    self.writers = writers
  }

  /// CDR, little-endian, with its encapsulation header.
  public func encoded(for distribution: Distribution) -> [UInt8] {
    var bytes: [UInt8] = [0, 1, 0, 0]
    // Texts are the only values that leave an offset which is not a multiple of 4.
    func append(count: Int) {
      while bytes.count % 4 != 0 { bytes.append(0) }
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
    }
    func append(_ text: String) {
      append(count: text.utf8.count + 1)
      bytes += text.utf8
      bytes.append(0)
    }
    func append(_ identifier: [UInt8]) {
      bytes += identifier
      bytes += Array(repeating: 0, count: distribution.identifierSize - identifier.count)
    }
    append(participant)
    append(count: 1)
    append(node.namespace)
    append(node.name)
    append(count: 0)
    append(count: writers.count)
    for writer in writers { append(writer) }
    return bytes
  }
}
