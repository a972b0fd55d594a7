public import Foundation

/// The next bytes of a recording, see ``Content/recording``.
///
/// One after another they are an MCAP file that begins with the first of them. Its end is not among them: whoever
/// stops reading has a file that was cut off, which is whole up to the cut.
public struct RecordingMessage: Sendable, Hashable, Decodable {
  /// Bytes in a message at most, so that its line keeps to the longest that there is.
  public static let mostBytes = 45_000

  /// `recording`.
  public var kind: String

  /// The bytes, base64 (RFC 4648).
  public var mcap: String

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case mcap
  }

  /// The message of bytes, at most ``mostBytes``.
  public init(_ bytes: some Sequence<UInt8>) {
    kind = LineClass.recording.rawValue
    mcap = Data(bytes).base64EncodedString()
  }

  /// The bytes; `nil` if they are none.
  public var bytes: Data? { Data(base64Encoded: mcap) }

  /// The message as one line of JSON with its line end.
  public var line: [UInt8] {
    var line = JSONLine(capacity: mcap.utf8.count + 64)
    line.add("class", kind)
    line.add("mcap", mcap)
    return line.end()
  }
}
