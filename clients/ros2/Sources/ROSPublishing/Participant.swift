import CCyclone
public import HeadingROS

/// A node of ROS 2 with a publisher of each topic, without ROS: a participant of DDS that announces itself as rmw does.
public struct Participant: ~Copyable {
  private let domain: Int32
  private let writers: [ROSTopic: Int32]

  /// Joins a domain.
  ///
  /// - Parameters:
  ///   - node: The node's name.
  ///   - identifier: The domain, 0 to 232.
  ///   - network: Where other participants are.
  ///   - distribution: The distribution of ROS of the other participants.
  /// - Throws: Why Cyclone does not.
  public init(
    _ node: NodeName, domain identifier: UInt32, on network: Network, for distribution: Distribution
  ) throws(CycloneError) {
    let domain = try CycloneError.check(
      unsafe cyclone_domain(identifier, network.configuration(for: distribution)),
      "join DDS domain \(identifier) on \(network)")
    do {
      writers = try Self.writers(
        of: CycloneError.check(
          unsafe cyclone_participant(identifier, "enclave=/;"),
          "join DDS domain \(identifier) on \(network)"), node, distribution)
    } catch {
      _ = cyclone_delete(domain)
      throw error
    }
    self.domain = domain
  }

  /// Leaves the domain; other participants are told.
  deinit { _ = cyclone_delete(domain) }

  /// Publishes a message.
  ///
  /// - Throws: Why Cyclone does not; the next message may succeed.
  public func publish(_ message: ROSMessage) throws(CycloneError) {
    guard let writer = writers[message.topic] else { return }
    try Self.write(message.bytes, to: writer, message.topic.name)
  }

  /// Hands errors and warnings of Cyclone to a function that may be called on any thread.
  public static func log(to take: @convention(c) (UnsafePointer<CChar>?) -> Void) {
    unsafe cyclone_log(take)
  }

  /// Makes the publishers and announces whose they are.
  private static func writers(
    of participant: Int32, _ node: NodeName, _ distribution: Distribution
  ) throws(CycloneError) -> [ROSTopic: Int32] {
    var information = DiscoveryInfo(
      participant: try identity(of: participant), node: node, writers: [])
    var writers: [ROSTopic: Int32] = [:]
    for topic in ROSTopic.allCases {
      let quality = topic.quality
      let made = try writer(
        of: participant, topic.name(in: node), topic.typeNameInDDS,
        userData: "typehash=\(topic.typeHash);",
        cyclone_quality(
          depth: quality.depth, reliable: quality.isReliable ? 1 : 0, transient_local: 0))
      writers[topic] = made
      information.writers.append(try identity(of: made))
    }
    let announcer = try writer(
      of: participant, DiscoveryInfo.topic, DiscoveryInfo.type,
      userData: distribution.discoveryUserData,
      cyclone_quality(depth: 1, reliable: 1, transient_local: 1))
    try write(information.encoded(for: distribution), to: announcer, DiscoveryInfo.topic)
    return writers
  }

  private static func writer(
    of participant: Int32, _ topic: String, _ type: String, userData: String,
    _ quality: cyclone_quality
  ) throws(CycloneError) -> Int32 {
    try CycloneError.check(
      unsafe cyclone_writer(participant, topic, type, userData, quality), "publish \(topic)")
  }

  private static func identity(of entity: Int32) throws(CycloneError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16)
    _ = try CycloneError.check(
      unsafe cyclone_identity(entity, &bytes), "read the identifier of a DDS entity")
    return bytes
  }

  private static func write(
    _ bytes: [UInt8], to writer: Int32, _ topic: String
  ) throws(CycloneError) {
    _ = try CycloneError.check(
      unsafe cyclone_write(writer, bytes, bytes.count), "publish a message of \(topic)")
  }
}
