import HeadingCalibration
import HeadingGeometry

/// Draws the sphere of directions as two discs, from above and below, with covered cells filled.
///
/// Each disc is Lambert's equal-area projection of a hemisphere. In both, the body's forward axis
/// is at the top and its right side at the right.
struct CoverageSphere {
  /// Height of a disc in rows; odd.
  let height: Int

  /// Width of a disc in columns; a character is about twice as high as wide.
  var width: Int { height * 2 - 1 }

  /// Chooses the height, 7 to 17 rows, so that the discs side by side fit the rows and columns.
  init(rows: Int, columns: Int) {
    let bounded = min(17, max(7, min(rows, (columns + 2) / 4)))
    height = bounded % 2 == 0 ? bounded - 1 : bounded
  }

  /// Draws one hemisphere.
  ///
  /// - Parameters:
  ///   - canvas: The canvas.
  ///   - column: The left edge.
  ///   - row: The upper edge.
  ///   - isUpper: Whether it is the hemisphere around the body's z axis.
  ///   - coverage: The covered cells.
  ///   - field: Present direction of the field, body frame.
  ///   - style: The terminal's capabilities.
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

  /// Returns the direction at a character of a hemisphere; `nil` outside the disc.
  func direction(column: Int, row: Int, isUpper: Bool) -> Vector3? {
    let radius = Double(height) / 2
    let x = (Double(column) - Double(width - 1) / 2) / (2 * radius)
    let y = (Double(height - 1) / 2 - Double(row)) / radius
    // In the equal-area projection of a hemisphere the squared radius is 1 − |z|.
    let square = x * x + y * y
    guard square < 1 else { return nil }
    let scale = (2 - square).squareRoot()
    return Vector3(x * scale, y * scale, isUpper ? 1 - square : square - 1)
  }

  /// Returns the character of a direction in its hemisphere.
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
