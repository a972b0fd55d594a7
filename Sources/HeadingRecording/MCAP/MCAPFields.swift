/// Reader of a record's fields; each may be missing.
struct MCAPFields {
  /// The remaining bytes.
  private(set) var rest: ArraySlice<UInt8>

  init(_ content: ArraySlice<UInt8>) { rest = content }

  mutating func integer<Value: FixedWidthInteger>() -> Value? {
    let size = Value.bitWidth / 8
    guard rest.count >= size else { return nil }
    var value: Value = 0
    for (index, byte) in rest.prefix(size).enumerated() {
      value |= Value(truncatingIfNeeded: byte) << Value(truncatingIfNeeded: 8 * index)
    }
    rest = rest.dropFirst(size)
    return value
  }

  mutating func text() -> String? {
    guard let count: UInt32 = integer(), rest.count >= Int(count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return String(decoding: rest.prefix(Int(count)), as: UTF8.self)
  }
}
