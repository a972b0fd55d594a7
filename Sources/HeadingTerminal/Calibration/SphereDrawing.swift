import HeadingCalibration
import HeadingGeometry

/// Draws the sphere of directions as two hemispheres side by side.
struct SphereDrawing: GuidePicture {
  let coverage: CalibrationCoverage
  /// Present direction of the field, body frame.
  let field: Vector3?

  func size(columns: Int, rows: Int) -> (columns: Int, rows: Int)? {
    let sphere = CoverageSphere(rows: rows - 1, columns: columns)
    guard rows > sphere.height, columns > 2 * sphere.width else { return nil }
    return (2 * sphere.width + 1, sphere.height + 1)
  }

  func draw(
    on canvas: inout TextCanvas, column: Int, row: Int, size: (columns: Int, rows: Int),
    style: TerminalStyle
  ) {
    let sphere = CoverageSphere(rows: size.rows - 1, columns: size.columns)
    for (isUpper, offset, name) in [(true, 0, "above"), (false, sphere.width + 1, "below")] {
      sphere.draw(
        on: &canvas, column: column + offset, row: row, isUpper: isUpper, coverage: coverage,
        field: field, style: style)
      canvas.write(
        name, column: column + offset + (sphere.width - name.count) / 2, row: row + sphere.height,
        ink: .dim)
    }
  }
}
