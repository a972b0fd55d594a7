import HeadingGeometry

/// Draws the compass card at the known heading.
struct HeadingDrawing: GuidePicture {
  let heading: Angle

  func size(columns: Int, rows: Int) -> (columns: Int, rows: Int)? {
    let rose = CompassRose(rows: min(rows, 25), columns: columns)
    guard rose.height <= rows, rose.width <= columns else { return nil }
    return (rose.width, rose.height)
  }

  func draw(
    on canvas: inout TextCanvas, column: Int, row: Int, size: (columns: Int, rows: Int),
    style: TerminalStyle
  ) {
    CompassRose(rows: size.rows, columns: size.columns).draw(
      on: &canvas, column: column, row: row, heading: heading.degrees, north: "magnetic",
      style: style)
  }
}
