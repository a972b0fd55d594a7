import Testing

@testable import HeadingProtocol

/// Text from outside gives no orders to a terminal.
struct PlainTextTests {
  @Test(arguments: [
    ("a\u{1B}[2Jb\r\n\u{202E}ü", "a?[2Jb???ü"), ("\u{9B}31mx", "?31mx"),
    ("\u{1B}]0;title\u{07}", "?]0;title?"), ("x\u{2066}y\u{2069}", "x?y?"), ("\u{7F}\u{0}", "??"),
    ("\u{2028}\u{2029}\u{FEFF}", "???"), ("Zürich 47° N µT", "Zürich 47° N µT"), ("", ""),
  ])
  func `what a terminal obeys becomes a question mark`(text: String, plain: String) {
    #expect(PlainText.of(text) == plain)
  }

  @Test func `ends of lines and tabs stay where a text has several`() {
    #expect(PlainText.lines("a\tb\r\nc\u{1B}c\n") == "a\tb?\nc?c\n")
  }
}
