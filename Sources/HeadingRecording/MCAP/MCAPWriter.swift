/// Writes MCAP, the container format of robotics tools: version 0, without chunks and summary.
///
/// Records are contiguous, so a file that is cut anywhere is valid up to the cut. Source: the MCAP
/// Format Specification, mcap.dev/spec.
public struct MCAPWriter: Sendable {
  /// Magic bytes at begin and end of a file.
  static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]

  /// The bytes written since the last ``take()``.
  public private(set) var bytes: [UInt8] = []

  private var sequences: [UInt16: UInt32] = [:]

  /// Begins a file.
  ///
  /// - Parameter library: Name of the writing program.
  public init(library: String) {
    bytes = Self.magic
    bytes.appendRecord(.header) { content in
      content.text("")
      content.text(library)
    }
  }

  /// Declares a channel of JSON messages; once per identifier, before its messages.
  public mutating func addChannel(_ identifier: UInt16, topic: String) {
    MCAPChannel(
      identifier, topic: topic, encoding: "json", schemaName: topic, schemaEncoding: "jsonschema",
      schema: "{\"type\":\"object\"}"
    ).append(to: &bytes)
  }

  /// Appends a message.
  ///
  /// - Parameters:
  ///   - data: One JSON object.
  ///   - channel: A declared channel.
  ///   - time: Log time, nanoseconds, with the file's own epoch.
  ///   - publishTime: Publish time, nanoseconds; `nil` for the log time.
  public mutating func add(
    _ data: some Sequence<UInt8>, to channel: UInt16, at time: UInt64,
    published publishTime: UInt64? = nil
  ) {
    let sequence = sequences[channel, default: 0]
    sequences[channel] = sequence &+ 1
    bytes.appendRecord(.message) { content in
      content.integer(channel)
      content.integer(sequence)
      content.integer(time)
      content.integer(publishTime ?? time)
      content.bytes.append(contentsOf: data)
    }
  }

  /// The end records, independent of the content.
  public static var ending: [UInt8] {
    var writer = MCAPWriter(library: "")
    _ = writer.take()
    writer.end()
    return writer.take()
  }

  /// Ends the file.
  public mutating func end() {
    bytes.appendRecord(.dataEnd) { $0.integer(UInt32(0)) }
    bytes.appendRecord(.footer) { content in
      content.integer(UInt64(0))
      content.integer(UInt64(0))
      content.integer(UInt32(0))
    }
    bytes += Self.magic
  }

  /// Returns the written bytes and empties the writer.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
