/// Reads the messages of an MCAP file in file order.
///
/// Files with chunks (usually compressed) are refused. A truncated file ends at the last complete
/// record, see ``isCut``.
public struct MCAPReader: Sendable {
  /// Size limit of a record, bytes.
  static let largestRecord = 1 << 28

  /// Whether the file is truncated before its end record.
  public private(set) var isCut = false

  private var bytes: [UInt8]
  private var position: Int
  private var topics: [UInt16: String] = [:]
  private var isOver = false

  /// Whether bytes are the beginning of an MCAP file.
  public static func recognizes(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: MCAPWriter.magic)
  }

  /// Creates a reader.
  ///
  /// - Throws: ``MCAPError/notMCAP`` for another format.
  public init(_ bytes: [UInt8]) throws(MCAPError) {
    guard Self.recognizes(bytes) else { throw .notMCAP }
    self.bytes = bytes
    position = MCAPWriter.magic.count
  }

  /// Appends bytes of a growing file.
  mutating func append(_ more: [UInt8]) {
    bytes.removeFirst(position)
    position = 0
    bytes += more
    if isCut { (isCut, isOver) = (false, false) }
  }

  /// The first message of a file if it is of a topic.
  static func firstMessage(
    _ bytes: [UInt8], of topic: String
  ) throws(MCAPError) -> MCAPMessage? {
    var reader = try MCAPReader(bytes)
    guard let message = try reader.next(), message.topic == topic else { return nil }
    return message
  }

  /// The next message; `nil` at the end.
  ///
  /// - Throws: ``MCAPError`` if the next record is malformed.
  public mutating func next() throws(MCAPError) -> MCAPMessage? {
    while !isOver {
      guard let (kind, content) = try record() else { break }
      switch MCAPRecordKind(rawValue: kind) {
      case .channel:
        var fields = MCAPFields(content)
        guard let identifier: UInt16 = fields.integer(), let _: UInt16 = fields.integer(),
          let topic = fields.text()
        else { throw .malformed(offset: position) }
        topics[identifier] = topic
      case .message:
        var fields = MCAPFields(content)
        guard let channel: UInt16 = fields.integer(), let _: UInt32 = fields.integer(),
          let time: UInt64 = fields.integer(), let publishTime: UInt64 = fields.integer(),
          let topic = topics[channel]
        else { throw .malformed(offset: position) }
        return MCAPMessage(
          topic: topic, time: time, publishTime: publishTime, data: Array(fields.rest))
      case .chunk: throw .chunked
      case .footer, .dataEnd: isOver = true
      case .header, .schema, .messageIndex, .chunkIndex, .statistics, .summaryOffset, nil: break
      }
    }
    return nil
  }

  private mutating func record() throws(MCAPError) -> (kind: UInt8, content: ArraySlice<UInt8>)? {
    var head = MCAPFields(bytes[position...])
    guard let kind: UInt8 = head.integer(), let length: UInt64 = head.integer() else {
      isCut = true
      isOver = true
      return nil
    }
    guard length <= UInt64(Self.largestRecord) else { throw .malformed(offset: position) }
    let start = position + 9
    guard bytes.count - start >= Int(length) else {
      isCut = true
      isOver = true
      return nil
    }
    position = start + Int(length)
    return (kind, bytes[start..<position])
  }
}
