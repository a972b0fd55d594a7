import HeadingProtocol
import Testing

/// Lines from bytes with any fragmentation.
struct LineReaderTests {
  @Test(arguments: [1, 2, 3, 100])
  func `the fragmentation by the transport does not matter`(size: Int) throws {
    var reader = LineReader(limit: 8)
    var lines: [String] = []
    var rest = Array("one\r\ntwo\n\n\r\n12345678\nrest".utf8)[...]
    while !rest.isEmpty {
      try reader.append(rest.prefix(size)) { lines.append(String(decoding: $0, as: UTF8.self)) }
      rest = rest.dropFirst(size)
    }
    #expect(lines == ["one", "two", "", "", "12345678"])
  }

  @Test func `a line that is too long is an error, with or without its end`() {
    var reader = LineReader(limit: 8)
    #expect(throws: LineReader.TooLong.self) { try reader.append("123456789".utf8) { _ in } }
  }
}
