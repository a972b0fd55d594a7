import HeadingSystem

/// Writes MCAP as players of recordings need it: chunks with checksums and indexes, and a summary.
///
/// Memory holds one chunk, and about 200 bytes for each that is written. Chunks are not compressed. Unlike
/// a file of ``MCAPWriter``, one that is cut lacks its index. Source: the MCAP Format Specification,
/// mcap.dev/spec.
package struct MCAPBagWriter: Sendable {
  /// Size at which a chunk is ended, bytes.
  private static let chunkSize = 1 << 20

  private let channels: [MCAPChannel]
  private var bytes = MCAPWriter.magic
  /// Offset of the first byte in ``bytes`` from the begin of the file.
  private var taken: UInt64 = 0
  private var chunk = MCAPChunk()
  private var indexes: [MCAPChunk.Index] = []
  private var counts: [UInt16: UInt64] = [:]

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - profile: What the messages are: `ros2`.
  ///   - library: Name of the writing program.
  ///   - channels: All channels.
  package init(profile: String, library: String, channels: [MCAPChannel]) {
    self.channels = channels
    bytes.appendRecord(.header) { content in
      content.text(profile)
      content.text(library)
    }
    for channel in channels { channel.append(to: &bytes) }
  }

  /// Appends a message, encoded as its channel says.
  ///
  /// - Parameters:
  ///   - data: The message.
  ///   - channel: Identifier of a channel of the file.
  ///   - time: Time of recording and of publication, nanoseconds.
  package mutating func add(_ data: [UInt8], to channel: UInt16, at time: UInt64) {
    let sequence = counts[channel, default: 0]
    counts[channel] = sequence + 1
    chunk.add(data, to: channel, at: time, sequence: UInt32(truncatingIfNeeded: sequence))
    if chunk.records.count >= Self.chunkSize { endChunk() }
  }

  /// Number of written bytes that are not taken yet.
  package var byteCount: Int { bytes.count }

  /// Returns the written bytes and removes them.
  package mutating func take() -> [UInt8] {
    defer {
      taken += UInt64(bytes.count)
      bytes.removeAll(keepingCapacity: true)
    }
    return bytes
  }

  /// Ends the file with its summary.
  package mutating func end() {
    if !chunk.records.isEmpty { endChunk() }
    bytes.appendRecord(.dataEnd) { $0.integer(UInt32(0)) }
    let start = taken + UInt64(bytes.count)
    var summary: [UInt8] = []
    var groups: [(kind: MCAPRecordKind, begin: Int, end: Int)] = []
    func group(_ kind: MCAPRecordKind, _ fill: (inout [UInt8]) -> Void) {
      let begin = summary.count
      fill(&summary)
      if summary.count > begin { groups.append((kind, begin, summary.count)) }
    }
    group(.schema) { for channel in channels { channel.appendSchema(to: &$0) } }
    group(.channel) { for channel in channels { channel.appendChannel(to: &$0) } }
    group(.statistics, appendStatistics)
    group(.chunkIndex) { for index in indexes { index.append(to: &$0) } }
    let offsets = start + UInt64(summary.count)
    for group in groups {
      summary.appendRecord(.summaryOffset) { content in
        content.integer(group.kind.rawValue)
        content.integer(start + UInt64(group.begin))
        content.integer(UInt64(group.end - group.begin))
      }
    }
    var footer = MCAPContent()
    footer.integer(MCAPRecordKind.footer.rawValue)
    footer.integer(UInt64(20))
    footer.integer(start)
    footer.integer(offsets)
    summary += footer.bytes
    // The checksum covers the footer up to itself.
    var checksum = MCAPContent()
    checksum.integer(CRC32.of(summary))
    bytes += summary + checksum.bytes + MCAPWriter.magic
  }

  private mutating func endChunk() {
    indexes.append(chunk.append(to: &bytes, at: taken))
    chunk = MCAPChunk()
  }

  private func appendStatistics(to bytes: inout [UInt8]) {
    bytes.appendRecord(.statistics) { content in
      content.integer(counts.values.reduce(0, +))
      content.integer(UInt16(clamping: channels.count))
      content.integer(UInt32(clamping: channels.count))
      // Attachments and metadata.
      content.integer(UInt64(0))
      content.integer(UInt32(clamping: indexes.count))
      content.integer(indexes.map(\.first).min() ?? 0)
      content.integer(indexes.map(\.last).max() ?? 0)
      content.map(counts.sorted { $0.key < $1.key })
    }
  }
}
