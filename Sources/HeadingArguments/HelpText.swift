import HeadingTerminal

/// Help as wide as the terminal: paragraphs joined and broken anew, columns kept.
enum HelpText {
  /// Breaks the lines of a help text that was made without a limit of width.
  static func wrapped(_ text: String, width: Int) -> String {
    var lines: [String] = []
    var paragraph: [Substring] = []
    func end() {
      guard !paragraph.isEmpty else { return }
      lines += WrappedText.lines(paragraph.joined(separator: " "), width: width)
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch line.first {
      case nil:
        end()
        lines.append("")
      case " ":
        end()
        lines += row(line, width: width)
      default: paragraph.append(line)
      }
    }
    end()
    return lines.joined(separator: "\n")
  }

  /// An indented line: further lines of it begin where its last column does.
  private static func row(_ line: Substring, width: Int) -> [String] {
    guard line.count > width else { return [String(line)] }
    let indent = line.prefix { $0 == " " }.count
    let column = secondColumn(line, after: indent) ?? indent
    let name = String(line.prefix(column))
    let rest = String(line.dropFirst(column))
    // Where the second column leaves little room, it goes below.
    guard column <= width * 2 / 3 else {
      return [name]
        + WrappedText.lines("", rest, column: indent + 4, width: width)
    }
    return WrappedText.lines(name, rest, column: column, width: width)
  }

  /// Where text begins again after a gap of two columns and more.
  private static func secondColumn(_ line: Substring, after indent: Int) -> Int? {
    let characters = Array(line)
    // The parser's own column, before which a long option leaves one blank.
    if "-<".contains(characters[indent]), characters.count > 26, characters[25] == " ",
      characters[26] != " "
    {
      return 26
    }
    var index = indent
    while index + 2 < characters.count {
      if characters[index] == " ", characters[index + 1] == " " {
        return characters[index...].firstIndex { $0 != " " }
      }
      index += 1
    }
    return nil
  }
}
