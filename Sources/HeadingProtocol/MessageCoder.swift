public import Foundation

/// Messages to lines and back: one JSON object a line, keys in alphabetical order.
public struct MessageCoder: Sendable {
  /// The longest line that is read, bytes; a message is about 1 kB.
  public static let longestLine = 65_536

  /// Makes a coder.
  public init() {}

  /// The message as one line of JSON with its line end, without anything that a terminal would obey.
  public func line(_ message: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var line = PlainText.json(try encoder.encode(message))
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// The message of a line.
  public func message<Message: Decodable>(_ type: Message.Type, from line: Data) throws -> Message {
    try JSONDecoder().decode(type, from: line)
  }
}
