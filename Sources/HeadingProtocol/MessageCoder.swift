public import FoundationEssentials

/// Encodes and decodes messages: one JSON object per line, keys in alphabetical order.
public struct MessageCoder: Sendable {
  /// Maximum length of a line, bytes; a message has about 1 kB.
  public static let longestLine = 65_536

  /// Creates a coder.
  public init() {}

  /// Encodes a message as a JSON line with its line end, without terminal control characters.
  public func line(_ message: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var line = PlainText.json(try encoder.encode(message))
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Decodes the message of a line.
  public func message<Message: Decodable>(_ type: Message.Type, from line: Data) throws -> Message {
    try JSONDecoder().decode(type, from: line)
  }
}
