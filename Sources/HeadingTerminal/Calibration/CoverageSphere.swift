import HeadingCalibration
import HeadingGeometry

/// The sphere of directions as two discs, seen from above and from below, with the covered cells filled.
///
/// Each disc is the equal-area projection of a half (Lambert): the body's forward axis is at the top of
/// both, its right side at the right of the upper and of the lower half alike.
struct CoverageSphere {
  /// The height of a disc in rows; odd.
  let height: Int

  /// The width of a disc in columns; a character is about twice as high as wide.
  var width: Int { height * 2 - 1 }

  /// The discs that fit into so many rows, and both side by side into so many columns; 7 to 17 rows high.
  init(rows: Int, columns: Int) {
    let bounded = min(17, max(7, min(rows, (columns + 2) / 4)))
    height = bounded % 2 == 0 ? bounded - 1 : bounded
  }

  /// Draws one half.
  ///
  /// - Parameters:
  ///   - canvas: Where to draw.
  ///   - column: The left edge.
  ///   - row: The upper edge.
  ///   - isUpper: Whether it is the half around the body's z axis.
  ///   - coverage: Which cells are filled.
  ///   - field: Where the field points now, body frame.
  ///   - style: What the terminal can show.
  func draw(
    on canvas: inout TextCanvas, column: Int, row: Int, isUpper: Bool,
    coverage: CalibrationCoverage, field: Vector3?, style: TerminalStyle
  ) {
    for line in 0..<height {
      for position in 0..<width {
        guard let direction = direction(column: position, row: line, isUpper: isUpper) else {
          continue
        }
        let isCovered = coverage.contains(cell: DirectionGrid.cell(of: direction))
        canvas.write(
          isCovered ? (style.usesUnicode ? "█" : "#") : (style.usesUnicode ? "·" : "."),
          column: column + position, row: row + line, ink: isCovered ? .cyan : .dim)
      }
    }
    guard let field = field?.direction, (field.z >= 0) == isUpper else { return }
    let (position, line) = place(of: field)
    canvas.write(
      style.usesUnicode ? "◆" : "O", column: column + position, row: row + line, ink: .yellow)
  }

  /// The direction at a character of a half; `nil` outside of the disc.
  func direction(column: Int, row: Int, isUpper: Bool) -> Vector3? {
    let radius = Double(height) / 2
    let x = (Double(column) - Double(width - 1) / 2) / (2 * radius)
    let y = (Double(height - 1) / 2 - Double(row)) / radius
    // In the equal-area projection of a half sphere the square of the radius is 1 − |z|.
    let square = x * x + y * y
    guard square < 1 else { return nil }
    let scale = (2 - square).squareRoot()
    return Vector3(x * scale, y * scale, isUpper ? 1 - square : square - 1)
  }

  /// The character of a direction in its half.
  func place(of direction: Vector3) -> (column: Int, row: Int) {
    let radius = Double(height) / 2
    let scale = (1 + abs(direction.z)).squareRoot()
    let column = Double(width - 1) / 2 + direction.x / scale * 2 * radius
    let row = Double(height - 1) / 2 - direction.y / scale * radius
    return (
      min(max(Int(column.rounded()), 0), width - 1), min(max(Int(row.rounded()), 0), height - 1)
    )
  }
}
