import HeadingProtocol

extension Finding {
  /// Formats the finding as text: a mark, the observation, and the remedy below it.
  public func text(style: TerminalStyle) -> String {
    let mark =
      switch state {
      case .good: "ok  "
      case .fair: "warn"
      case .bad: "FAIL"
      }
    let color =
      switch state {
      case .good: "\u{1B}[32m"
      case .fair: "\u{1B}[33m"
      case .bad: "\u{1B}[31m"
      }
    let painted = style.usesColor ? "\(color)\(mark)\u{1B}[0m" : mark
    // The mark takes six columns with its gap; escape sequences take none.
    let indent = String(repeating: " ", count: 8)
    let seen = WrappedText.lines(
      PlainText.of("\(subject): \(observation)"), width: style.columns - 6, indent: "  ")
    var lines = [painted + "  " + seen[0]] + seen.dropFirst().map { "      " + $0 }
    for line in PlainText.lines(remedy).split(separator: "\n") {
      lines += WrappedText.lines(String(line), width: style.columns - 8).map { indent + $0 }
    }
    return lines.joined(separator: "\n")
  }
}
