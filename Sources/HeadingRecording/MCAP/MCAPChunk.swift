import HeadingSystem

/// A chunk of an MCAP file while it is filled.
struct MCAPChunk {
  /// The records of messages.
  private(set) var records: [UInt8] = []

  /// Time and offset of each message, by channel.
  private var entries: [UInt16: [(time: UInt64, offset: UInt64)]] = [:]
  private var first = UInt64.max
  private var last: UInt64 = 0

  /// What the summary says about a written chunk.
  struct Index {
    /// The earliest time of a message, ns.
    let first: UInt64
    /// The latest time of a message, ns.
    let last: UInt64
    /// Offset of the chunk from the begin of the file.
    let offset: UInt64
    /// Length of the chunk's record.
    let length: UInt64
    /// Offset of the index of each channel.
    let messageIndexes: [(key: UInt16, value: UInt64)]
    /// Length of all of them.
    let messageIndexLength: UInt64
    /// Bytes of the records in the chunk.
    let size: UInt64

    /// Appends the record.
    func append(to bytes: inout [UInt8]) {
      bytes.appendRecord(.chunkIndex) { content in
        content.integer(first)
        content.integer(last)
        content.integer(offset)
        content.integer(length)
        content.map(messageIndexes)
        content.integer(messageIndexLength)
        content.text("")
        content.integer(size)
        content.integer(size)
      }
    }
  }

  mutating func add(_ data: [UInt8], to channel: UInt16, at time: UInt64, sequence: UInt32) {
    entries[channel, default: []].append((time, UInt64(records.count)))
    first = min(first, time)
    last = max(last, time)
    records.appendRecord(.message) { content in
      content.integer(channel)
      content.integer(sequence)
      content.integer(time)
      content.integer(time)
      content.bytes += data
    }
  }

  /// Appends the chunk and the indexes of its messages.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - start: Offset of the first of `bytes` from the begin of the file.
  /// - Returns: What the summary says about the chunk.
  func append(to bytes: inout [UInt8], at start: UInt64) -> Index {
    let begin = bytes.count
    bytes.appendRecord(.chunk) { content in
      content.integer(first)
      content.integer(last)
      content.integer(UInt64(records.count))
      content.integer(CRC32.of(records))
      content.text("")
      content.integer(UInt64(records.count))
      content.bytes += records
    }
    let end = bytes.count
    var places: [(key: UInt16, value: UInt64)] = []
    for (channel, entries) in entries.sorted(by: { $0.key < $1.key }) {
      places.append((channel, start + UInt64(bytes.count)))
      bytes.appendRecord(.messageIndex) { content in
        content.integer(channel)
        content.map(entries.map { (key: $0.time, value: $0.offset) })
      }
    }
    return Index(
      first: first, last: last, offset: start + UInt64(begin), length: UInt64(end - begin),
      messageIndexes: places, messageIndexLength: UInt64(bytes.count - end),
      size: UInt64(records.count))
  }
}
