/// A message of ROS 2, encoded.
public struct ROSMessage: Sendable, Hashable {
  /// The topic that it belongs to.
  public let topic: ROSTopic

  /// CDR, little-endian, with its encapsulation header: what DDS sends.
  public let bytes: [UInt8]

  init(_ topic: ROSTopic, _ record: ROSRecord) {
    self.topic = topic
    bytes = CDR.encoded(record)
  }

  /// A message of `/diagnostics` for the time without a daemon: its level is `STALE`.
  ///
  /// - Parameters:
  ///   - reason: Why there is none.
  ///   - seconds: UTC, seconds since 1970.
  /// - Returns: The message.
  public static func absence(_ reason: String, at seconds: Double) -> ROSMessage {
    var message = DiagnosticArrayMessage()
    message.header = ROSHeader(ROSTime(seconds: seconds), in: "")
    message.level = .stale
    message.name = DiagnosticArrayMessage.heading
    message.message = reason
    return ROSMessage(.diagnostics, message.record)
  }
}
