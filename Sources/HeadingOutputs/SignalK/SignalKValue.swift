/// A value of a delta; numbers are SI.
enum SignalKValue: Encodable, Equatable {
  case number(Double)
  case text(String)
  /// An object of numbers, such as an attitude.
  case members([String: Double])
  case notification(SignalKNotification)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let value): try container.encode(value)
    case .text(let text): try container.encode(text)
    case .members(let members): try container.encode(members)
    case .notification(let notification): try container.encode(notification)
    }
  }
}
