public import HeadingSensing

/// A notice for the user in the protocol.
public struct NoticeMessage: Sendable, Hashable, Codable {
  /// `notice`.
  public var kind: String

  /// `info`, `warning` or `error`.
  public var severity: String

  /// The sensor concerned, if any.
  public var sensor: String?

  /// One sentence.
  public var message: String

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case severity
    case sensor
    case message
  }

  /// Creates the message of a notice.
  public init(_ notice: SensorNotice) {
    kind = LineClass.notice.rawValue
    severity =
      switch notice.severity {
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    sensor = notice.sensor?.name
    message = notice.message
  }
}
