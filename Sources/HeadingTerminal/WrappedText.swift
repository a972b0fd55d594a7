/// Breaks text into lines.
public enum WrappedText {
  /// Breaks a text between words; the last line has two words where possible.
  ///
  /// - Parameters:
  ///   - text: One paragraph.
  ///   - width: Largest number of columns of a line; a longer word has a line of its own.
  ///   - indent: Prefix of all lines but the first.
  /// - Returns: The lines, at least one.
  public static func lines(_ text: String, width: Int, indent: String = "") -> [String] {
    var lines: [[Substring]] = [[]]
    var length = 0
    for word in text.split(separator: " ") {
      if !lines[lines.count - 1].isEmpty, length + 1 + word.count > width {
        lines.append([])
        length = indent.count - 1
      }
      length += (lines[lines.count - 1].isEmpty && lines.count == 1 ? 0 : 1) + word.count
      lines[lines.count - 1].append(word)
    }
    if lines.count > 1, lines[lines.count - 1].count == 1, lines[lines.count - 2].count > 2,
      let moved = lines[lines.count - 2].last,
      indent.count + moved.count + 1 + lines[lines.count - 1][0].count <= width
    {
      lines[lines.count - 2].removeLast()
      lines[lines.count - 1].insert(moved, at: 0)
    }
    return lines.enumerated().map { ($0 > 0 ? indent : "") + $1.joined(separator: " ") }
  }

  /// Writes a name and, from a column on, a text broken into lines.
  ///
  /// - Parameters:
  ///   - name: Shorter than `column`.
  ///   - text: One paragraph.
  ///   - column: The column at which the text begins in every line.
  ///   - width: Largest number of columns of a line.
  /// - Returns: The lines, at least one.
  public static func lines(
    _ name: String, _ text: String, column: Int, width: Int
  ) -> [String] {
    let blanks = String(repeating: " ", count: column)
    let padding = String(blanks.dropFirst(name.count))
    return lines(text, width: width - column).enumerated().map {
      ($0 == 0 ? name + padding : blanks) + $1
    }
  }
}
