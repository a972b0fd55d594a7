import HeadingGeometry
import RealModule

/// Draws a vehicle at its pitch angle above level ground, the nose to the right.
struct SlopeDrawing: GuidePicture {
  /// Nose-up angle; `nil` while unknown.
  let slope: Angle?

  func size(columns: Int, rows: Int) -> (columns: Int, rows: Int)? {
    let height = min(rows, 14)
    guard height >= 6, columns >= 2 * height else { return nil }
    return (min(columns, 4 * height), height)
  }

  func draw(
    on canvas: inout TextCanvas, column: Int, row: Int, size: (columns: Int, rows: Int),
    style: TerminalStyle
  ) {
    let ground = String(repeating: style.usesUnicode ? "═" : "=", count: size.columns)
    canvas.write(ground, column: column, row: row + size.rows - 1, ink: .dim)
    let angle = min(max(slope?.radians ?? 0, 0), .pi / 2)
    // A character is about twice as high as wide: the length fits upright and lying.
    let length = Double(min(2 * (size.rows - 3), size.columns - 8))
    let tail = (column: Double(column + 3), row: Double(row + size.rows - 2))
    for step in 0...Int(length) {
      let x = (tail.column + Double(step) * Double.cos(angle)).rounded()
      let y = (tail.row - Double(step) / 2 * Double.sin(angle)).rounded()
      let isNose = step == Int(length)
      canvas.write(
        isNose ? (style.usesUnicode ? "◆" : "O") : (style.usesUnicode ? "━" : "#"),
        column: Int(x), row: Int(y), ink: isNose ? .bold : .cyan)
      if isNose { canvas.write("nose", column: Int(x) + 2, row: Int(y), ink: .dim) }
    }
  }
}
