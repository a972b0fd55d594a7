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
}
