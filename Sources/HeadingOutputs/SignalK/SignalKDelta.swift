import FoundationEssentials

/// A delta message: values of the vessel's own context from one source at one time.
struct SignalKDelta: Encodable {
  /// A path with its value or metadata.
  struct Entry<Value: Encodable>: Encodable {
    var path: String
    /// `nil` for a value that is not known now: JSON's null.
    var value: Value?

    private enum Key: CodingKey {
      case path, value
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(path, forKey: .path)
      try container.encode(value, forKey: .value)
    }
  }

  /// The values of one time.
  struct Update: Encodable {
    private enum CodingKeys: String, CodingKey {
      case source = "$source"
      case timestamp, values, meta
    }

    /// The source's name.
    var source: String
    /// UTC by ISO 8601; `nil` without a trusted clock, so that the server takes the time of arrival.
    var timestamp: String?
    var values: [Entry<SignalKValue>]
    var meta: [Entry<SignalKMetadata>]?
  }

  var updates: [Update]

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// The message as a line.
  var line: [UInt8] {
    // Only numbers that are not finite cannot be encoded, and there are none.
    guard let data = try? Self.encoder.encode(self) else { return [] }
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
