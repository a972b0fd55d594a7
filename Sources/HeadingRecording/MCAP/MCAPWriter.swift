/// Writes the container robots' tools read: MCAP, version 0, without chunks and summary.
///
/// The bytes of a record follow each other without a gap, so a file that is cut anywhere is whole up to
/// the cut. Source: the MCAP Format Specification, mcap.dev/spec.
public struct MCAPWriter: Sendable {
  /// What a file begins and ends with.
  static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]

  /// What was written since the last ``take()``.
  public private(set) var bytes: [UInt8] = []

  private var sequences: [UInt16: UInt32] = [:]

  /// Begins a file.
  ///
  /// - Parameter library: What wrote it, for people.
  public init(library: String) {
    bytes = Self.magic
    record(.header) { content in
      content.text("")
      content.text(library)
    }
  }

  /// Declares a channel of JSON messages; once for each identifier, before its messages.
  public mutating func addChannel(_ identifier: UInt16, topic: String) {
    record(.schema) { content in
      content.integer(identifier)
      content.text(topic)
      content.text("jsonschema")
      content.block(Array("{\"type\":\"object\"}".utf8))
    }
    record(.channel) { content in
      content.integer(identifier)
      content.integer(identifier)
      content.text(topic)
      content.text("json")
      content.integer(UInt32(0))
    }
  }

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - data: One JSON object.
  ///   - channel: A channel that was declared.
  ///   - time: Nanoseconds, of the file's own choice of epoch.
  ///   - publishTime: Likewise; `nil` for the same.
  public mutating func add(
    _ data: some Sequence<UInt8>, to channel: UInt16, at time: UInt64,
    published publishTime: UInt64? = nil
  ) {
    let sequence = sequences[channel, default: 0]
    sequences[channel] = sequence &+ 1
    record(.message) { content in
      content.integer(channel)
      content.integer(sequence)
      content.integer(time)
      content.integer(publishTime ?? time)
      content.bytes.append(contentsOf: data)
    }
  }

  /// What ends a file, whatever is in it.
  public static var ending: [UInt8] {
    var writer = MCAPWriter(library: "")
    _ = writer.take()
    writer.end()
    return writer.take()
  }

  /// Ends the file.
  public mutating func end() {
    record(.dataEnd) { $0.integer(UInt32(0)) }
    record(.footer) { content in
      content.integer(UInt64(0))
      content.integer(UInt64(0))
      content.integer(UInt32(0))
    }
    bytes += Self.magic
  }

  /// Takes out what was written.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func record(_ kind: MCAPRecordKind, _ fill: (inout MCAPContent) -> Void) {
    var content = MCAPContent()
    fill(&content)
    bytes.append(kind.rawValue)
    var length = MCAPContent()
    length.integer(UInt64(content.bytes.count))
    bytes += length.bytes
    bytes += content.bytes
  }
}
