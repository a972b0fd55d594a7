/// A JSON value of unknown shape.
package enum JSONValue: Codable, Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case flag(Bool)
  /// A whole number, kept exactly.
  case integer(Int128)
  /// Any other number.
  case number(Double)
  /// A string.
  case text(String)
  /// An array.
  case list([JSONValue])
  /// An object.
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .flag(value)
    } else if let value = try? container.decode(Int128.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The members of an object; `nil` for other values.
  package var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The items of an array; `nil` for other values.
  package var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }
}
