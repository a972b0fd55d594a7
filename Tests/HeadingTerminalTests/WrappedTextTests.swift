import Testing

@testable import HeadingTerminal

/// Text as wide as the terminal.
struct WrappedTextTests {
  private static let text =
    "The field here is not the local one. Move away from magnets, motors, speakers and cables."

  @Test(arguments: [1, 8, 20, 40, 80, 89, 90, 200])
  func `no line is wider than requested, and no word is lost`(width: Int) {
    let lines = WrappedText.lines(Self.text, width: width, indent: "  ")
    #expect(lines.joined(separator: " ").split(separator: " ") == Self.text.split(separator: " "))
    if width >= 20 { #expect(lines.allSatisfy { $0.count <= width }, "\(lines)") }
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
  }

  @Test func `a last word does not stand alone`() {
    #expect(WrappedText.lines("one two three four", width: 14) == ["one two", "three four"])
    #expect(WrappedText.lines("", width: 14) == [""])
  }

  @Test func `codes are described in words, followed by the code`() {
    #expect(
      ReasonText.text(["gnss_missing", "no_fix", "starting", "of_tomorrow"])
        == "GNSS missing (gnss_missing), GNSS has no fix (no_fix), starting, of tomorrow (of_tomorrow)"
    )
  }
}
