import HeadingTerminal

/// Wraps help text to the terminal's width: reflows paragraphs, keeps columns.
enum HelpText {
  /// Wraps help text that was generated without a width limit.
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

  /// Wraps an indented line; its continuation lines start at the line's last column.
  private static func row(_ line: Substring, width: Int) -> [String] {
    guard line.count > width else { return [String(line)] }
    let indent = line.prefix { $0 == " " }.count
    let column = secondColumn(line, after: indent) ?? indent
    let name = String(line.prefix(column))
    let rest = String(line.dropFirst(column))
    // If the second column has too little space, it starts on the next line.
    guard column <= width * 2 / 3 else {
      return [name]
        + WrappedText.lines("", rest, column: indent + 4, width: width)
    }
    return WrappedText.lines(name, rest, column: column, width: width)
  }

  /// Start of the second column, after a gap of at least two spaces.
  private static func secondColumn(_ line: Substring, after indent: Int) -> Int? {
    let characters = Array(line)
    // The argument parser's fixed column, to which a long option leaves a single space.
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
