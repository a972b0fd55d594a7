/// A row of the list beside the picture of a guided calibration.
enum GuideRow: Sendable, Hashable {
  /// The state of a step.
  enum State: Sendable, Hashable {
    case open
    case active
    case done

    /// The step's mark, distinct without colours.
    func mark(_ style: TerminalStyle) -> String {
      switch self {
      case .open: style.usesUnicode ? "○" : "[ ]"
      case .active: style.usesUnicode ? "▶" : "[>]"
      case .done: style.usesUnicode ? "✓" : "[x]"
      }
    }

    var ink: TextCanvas.Ink {
      switch self {
      case .open: .dim
      case .active: .bold
      case .done: .cyan
      }
    }
  }

  case step(String, State)
  case fact(String, String)
  case gap

  /// Width of the names of values, columns.
  private static let nameColumns = 11

  /// Returns the width of the row, columns.
  func width(_ style: TerminalStyle) -> Int {
    switch self {
    case .step(let name, let state): state.mark(style).count + 1 + name.count
    case .fact(_, let text): Self.nameColumns + text.count
    case .gap: 0
    }
  }

  func draw(on canvas: inout TextCanvas, column: Int, row: Int, style: TerminalStyle) {
    switch self {
    case .step(let name, let state):
      let text = "\(state.mark(style)) \(name)"
      canvas.write(text, column: column, row: row, ink: state.ink)
    case .fact(let name, let text):
      canvas.write(name, column: column, row: row, ink: .dim)
      canvas.write(text, column: column + Self.nameColumns, row: row)
    case .gap: break
    }
  }
}
