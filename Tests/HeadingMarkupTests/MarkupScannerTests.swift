import HeadingMarkup
import Testing

/// Tags, attributes and character data of XML texts, also of malformed ones.
struct MarkupScannerTests {
  private static func names(_ text: String) -> [String] {
    MarkupScanner(text).map { ($0.isEnd ? "/" : "") + $0.name }
  }

  @Test func `tags come in order with their attributes`() {
    var scanner = MarkupScanner("<?xml version='1.0'?><a x=\"1\" y='2'><b/>text</a>")
    let first = scanner.next()
    #expect(first?.name == "a" && first?.attributes == ["x": "1", "y": "2"])
    #expect(first?.isEnd == false)
    let empty = scanner.next()
    #expect(empty?.name == "b")
    let text = scanner.text()
    #expect(text == "text")
    let last = scanner.next()
    #expect(last?.name == "a" && last?.isEnd == true)
    let end = scanner.next()
    #expect(end?.name == nil)
  }

  @Test(arguments: [
    ("&lt;&gt;&quot;&apos;&amp;", "<>\"'&"), ("&amp;lt;", "&lt;"),
    ("&#65; & &own;", "&#65; & &own;"),
  ])
  func `only the predefined entities are replaced`(written: String, read: String) {
    var scanner = MarkupScanner("<a x='\(written)'>\(written)</a>")
    let tag = scanner.next()
    #expect(tag?.attributes["x"] == read)
    let text = scanner.text()
    #expect(text == read)
  }

  @Test(arguments: [
    "<!-- <a/> > <b/> -->", "<![CDATA[<a> ]] > ]]>", "<!DOCTYPE c [<!ELEMENT a EMPTY>]>", "<!c>",
    "<?php <a> > ?>",
  ])
  func `declarations, comments and instructions are skipped`(text: String) {
    #expect(Self.names(text + "<c>") == ["c"])
  }

  @Test(arguments: [
    "", "<", "</", "<!", "<!-", "<!--", "<!-->", "<![CDATA[", "<!DOCTYPE [", "<?", "<a", "<a ",
    "<a x",
    "<a x=", "<a x='", "<a x=1", "<a ='1'>", "<a x='1' =", "text", "&", "<a /",
  ])
  func `a truncated text ends the sequence`(text: String) {
    #expect(Self.names(text) == [])
    #expect(Self.names("<c>" + text) == ["c"])
  }

  @Test(arguments: ["<!", "<!>", "<!--", "<?", "&", "<a ", "<![", "]]"])
  func `scanning of repeated delimiters is linear`(text: String) {
    var scanner = MarkupScanner(String(repeating: text, count: 50_000))
    _ = scanner.text()
    let tag = scanner.next()
    #expect(tag?.name == nil)
  }
}
