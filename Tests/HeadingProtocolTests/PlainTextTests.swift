import Foundation
import HeadingSensing
import Testing

@testable import HeadingProtocol

/// Untrusted text does not control a terminal.
struct PlainTextTests {
  @Test(arguments: [
    ("a\u{1B}[2Jb\r\n\u{202E}ü", "a?[2Jb???ü"), ("\u{9B}31mx", "?31mx"),
    ("\u{1B}]0;title\u{07}", "?]0;title?"), ("x\u{2066}y\u{2069}", "x?y?"), ("\u{7F}\u{0}", "??"),
    ("\u{2028}\u{2029}\u{FEFF}", "???"), ("Zürich 47° N µT", "Zürich 47° N µT"), ("", ""),
  ])
  func `a terminal control character becomes a question mark`(text: String, plain: String) {
    #expect(PlainText.of(text) == plain)
  }

  @Test(arguments: [
    ("a\u{1B}[2J\r\n\t\u{202E}\u{9B}\u{7F}ü°\"\\", #"a\u001b[2J\r\n\t\u202e\u009b\u007fü°\"\\"#),
    ("\u{2066}\u{2028}\u{FEFF}\u{E0041}", #"\u2066\u2028\ufeff\udb40\udc41"#), ("plain", "plain"),
  ])
  func `in JSON it becomes an escape that decodes to the same character`(text: String, json: String)
    throws
  {
    let line = try MessageCoder().line([text])
    #expect(String(decoding: line, as: UTF8.self) == "[\"\(json)\"]\n")
    #expect(try MessageCoder().message([String].self, from: line) == [text])
    let update = SolutionMessage(
      bootTime: 1, headingAxis: "+y", status: .invalid, reasons: [text], simulated: false,
      latency: 0)
    let written = String(decoding: update.line, as: UTF8.self)
    #expect(!written.dropLast().unicodeScalars.contains { PlainText.isTerminalControl($0) })
    let read = try MessageCoder().message(SolutionMessage.self, from: Data(update.line))
    #expect(read.reasons == [text])
  }

  @Test func `line ends and tabs remain in a text of several lines`() {
    #expect(PlainText.lines("a\tb\r\nc\u{1B}c\n") == "a\tb?\nc?c\n")
  }
}
