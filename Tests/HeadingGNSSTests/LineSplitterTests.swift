import Testing

@testable import HeadingGNSS

/// Bytes to lines, however they are cut.
struct LineSplitterTests {
  private static let text = "one\r\ntwo\n\n\r\nthree is too long\nfour\nrest"

  @Test(arguments: [1, 2, 3, 5, 100])
  func `any segmentation gives the same lines, and a long line is dropped whole`(size: Int) {
    var splitter = LineSplitter(limit: 8)
    var lines: [String] = []
    var rest = Array(Self.text.utf8)[...]
    while !rest.isEmpty {
      splitter.append(rest.prefix(size)) { lines.append(String(decoding: $0, as: UTF8.self)) }
      rest = rest.dropFirst(size)
    }
    #expect(lines == ["one", "two", "four"])
    #expect(splitter.tooLong == 1)
  }
}
