import HeadingProtocol

extension Finding {
  /// The finding as lines for people: a mark, what was seen, and the remedy below it.
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
    let line = painted + "  " + PlainText.of("\(subject): \(observation)")
    return remedy.isEmpty ? line : line + "\n        " + PlainText.lines(remedy)
  }
}
