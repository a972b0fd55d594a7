import HeadingCalibration

/// Draws the device on one of its six sides, viewed so that its top or bottom is visible.
struct PoseDrawing: GuidePicture {
  /// The side that points up.
  let side: BodySide

  /// Smallest and largest height, rows.
  private static let heights = 8...16

  func size(columns: Int, rows: Int) -> (columns: Int, rows: Int)? {
    // A character is about twice as high as wide.
    let height = min(rows, Self.heights.upperBound, (columns - 12) / 3 + 2)
    guard height >= Self.heights.lowerBound else { return nil }
    return (height * 3 + 6, height)
  }

  func draw(
    on canvas: inout TextCanvas, column: Int, row: Int, size: (columns: Int, rows: Int),
    style: TerminalStyle
  ) {
    let floor = String(repeating: style.usesUnicode ? "═" : "=", count: size.columns)
    canvas.write(floor, column: column, row: row + size.rows - 1, ink: .dim)
    if side == .top || side == .bottom {
      drawLying(on: &canvas, column: column, row: row, size: size, style: style)
    } else {
      drawStanding(on: &canvas, column: column, row: row, size: size, style: style)
    }
  }

  /// Labels of the edges of the visible face: above, right, below, left.
  private var edges: (upper: String, right: String, lower: String, left: String) {
    switch side {
    case .top: ("FRONT", "RIGHT", "BACK", "LEFT")
    case .bottom: ("FRONT", "LEFT", "BACK", "RIGHT")
    case .front: ("FRONT", "RIGHT", "BACK", "LEFT")
    case .back: ("BACK", "LEFT", "FRONT", "RIGHT")
    case .right: ("RIGHT", "BACK", "LEFT", "FRONT")
    case .left: ("LEFT", "FRONT", "RIGHT", "BACK")
    }
  }

  /// Draws a flat slab, viewed from behind and above.
  private func drawLying(
    on canvas: inout TextCanvas, column: Int, row: Int, size: (columns: Int, rows: Int),
    style: TerminalStyle
  ) {
    let depth = size.rows - 4
    let left = column + 5
    let width = size.columns - depth - 14
    let flat = style.usesUnicode ? "─" : "-"
    let edge = String(repeating: flat, count: width)
    canvas.write("/\(edge)/|", column: left + depth + 1, row: row + 1, ink: .cyan)
    for line in 0..<depth {
      let start = left + depth - line
      let blank = String(repeating: " ", count: width)
      let right = "/" + String(repeating: " ", count: min(line + 1, 1)) + "/"
      canvas.write("/\(blank)\(right)", column: start, row: row + 2 + line, ink: .cyan)
    }
    let base = row + 2 + depth
    canvas.write("|\(edge)|/", column: left, row: base, ink: .cyan)
    write(edges.upper, on: &canvas, center: left + depth + 2 + width / 2, row: row)
    write(edges.lower, on: &canvas, center: left + 1 + width / 2, row: base)
    let middle = row + 2 + depth / 2
    let start = left + depth - depth / 2
    canvas.write(edges.left, column: start - edges.left.count - 1, row: middle, ink: .dim)
    canvas.write(edges.right, column: start + width + 5, row: middle, ink: .dim)
    write(side == .top ? "TOP" : "BOTTOM", on: &canvas, center: start + 1 + width / 2, row: middle)
  }

  /// Draws a slab on one of its edges, its top towards the viewer.
  private func drawStanding(
    on canvas: inout TextCanvas, column: Int, row: Int, size: (columns: Int, rows: Int),
    style: TerminalStyle
  ) {
    let (left, width) = (column + 6, size.columns - 14)
    let flat = style.usesUnicode ? "─" : "-"
    let wall = style.usesUnicode ? "│" : "|"
    let edge = String(repeating: flat, count: width)
    let corners = style.usesUnicode ? ("╭", "╮", "╰", "╯") : (".", ".", "'", "'")
    canvas.write("\(corners.0)\(edge)\(corners.1)", column: left, row: row + 1, ink: .cyan)
    for line in (row + 2)..<(row + size.rows - 2) {
      canvas.write(wall, column: left, row: line, ink: .cyan)
      canvas.write(wall, column: left + width + 1, row: line, ink: .cyan)
    }
    let base = row + size.rows - 2
    canvas.write("\(corners.2)\(edge)\(corners.3)", column: left, row: base, ink: .cyan)
    let center = left + 1 + width / 2
    let middle = row + size.rows / 2
    write(edges.upper, on: &canvas, center: center, row: row)
    write(edges.lower, on: &canvas, center: center, row: base)
    write("TOP", on: &canvas, center: center, row: middle)
    canvas.write(edges.left, column: left - edges.left.count - 1, row: middle, ink: .dim)
    canvas.write(edges.right, column: left + width + 3, row: middle, ink: .dim)
  }

  private func write(_ text: String, on canvas: inout TextCanvas, center: Int, row: Int) {
    canvas.write(" \(text) ", column: center - text.count / 2 - 1, row: row, ink: .bold)
  }
}
