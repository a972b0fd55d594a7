public import HeadingSensing

/// A message for people as it goes over the wire.
public struct NoticeMessage: Sendable, Hashable, Codable {
  /// `notice`.
  public var kind: String

  /// `info`, `warning` or `error`.
  public var severity: String

  /// The sensor it is about, if one.
  public var sensor: String?

  /// One sentence.
  public var message: String

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case severity
    case sensor
    case message
  }

  /// The message of a notice.
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
