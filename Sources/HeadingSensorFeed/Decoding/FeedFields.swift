/// Reads the fields of a binary message in order, little-endian.
struct FeedFields {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether everything was read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() throws(FeedRefusal) -> UInt8 {
    guard let byte = rest.popFirst() else { throw FeedRefusal("sends a frame that is too short") }
    return byte
  }

  mutating func integer(bytes count: Int) throws(FeedRefusal) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<count { value |= UInt64(try byte()) << UInt64(8 * place) }
    return value
  }

  mutating func number() throws(FeedRefusal) -> Double {
    Double(Float(bitPattern: UInt32(truncatingIfNeeded: try integer(bytes: 4))))
  }

  /// A text with its length before it.
  mutating func text() throws(FeedRefusal) -> String {
    let count = Int(try byte())
    guard rest.count >= count else { throw FeedRefusal("sends a frame that is too short") }
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}
