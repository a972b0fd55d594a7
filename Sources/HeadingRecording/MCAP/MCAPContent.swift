/// Writer of a record's fields: little-endian numbers, texts and blocks with length prefix.
struct MCAPContent {
  var bytes: [UInt8] = []

  mutating func integer(_ value: some FixedWidthInteger) {
    var rest = value.littleEndian
    for _ in 0..<(value.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func text(_ text: String) { block(Array(text.utf8)) }

  mutating func block(_ block: [UInt8]) {
    integer(UInt32(block.count))
    bytes += block
  }

  /// Pairs of numbers, with the length of all in bytes.
  mutating func map<Key: FixedWidthInteger>(_ pairs: [(key: Key, value: UInt64)]) {
    integer(UInt32(pairs.count * (Key.bitWidth + UInt64.bitWidth) / 8))
    for pair in pairs {
      integer(pair.key)
      integer(pair.value)
    }
  }
}

extension [UInt8] {
  /// Appends a record: kind, length, content.
  mutating func appendRecord(_ kind: MCAPRecordKind, _ fill: (inout MCAPContent) -> Void) {
    var content = MCAPContent()
    fill(&content)
    var head = MCAPContent(bytes: [kind.rawValue])
    head.integer(UInt64(content.bytes.count))
    self += head.bytes
    self += content.bytes
  }
}
