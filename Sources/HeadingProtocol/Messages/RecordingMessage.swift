public import FoundationEssentials

/// The next bytes of a recording, see ``Content/recording``.
///
/// Concatenated, the messages form an MCAP file that begins with the first one. They do not contain
/// the file's end: a reader that stops has a truncated file, which is readable up to its end.
public struct RecordingMessage: Sendable, Hashable, Decodable {
  /// Maximum number of bytes in a message, so that its line stays within the maximum length.
  public static let maximumBytes = 45_000

  /// `recording`.
  public var kind: String

  /// The bytes, base64 (RFC 4648).
  public var mcap: String

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case mcap
  }

  /// Creates the message of at most ``maximumBytes`` bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    kind = LineClass.recording.rawValue
    mcap = Data(bytes).base64EncodedString()
  }

  /// The bytes; `nil` if the base64 is invalid.
  public var bytes: Data? { Data(base64Encoded: mcap) }

  /// The message as one line of JSON with its line end.
  public var line: [UInt8] {
    var line = JSONLine(capacity: mcap.utf8.count + 64)
    line.add("class", kind)
    line.add("mcap", mcap)
    return line.end()
  }
}
