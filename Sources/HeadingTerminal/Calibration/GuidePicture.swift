/// A picture of a guided calibration: covered directions, the requested pose or a slope.
protocol GuidePicture: Sendable {
  /// Returns the columns and rows of the picture in the given space; `nil` if it does not fit.
  func size(columns: Int, rows: Int) -> (columns: Int, rows: Int)?

  /// Draws it with the given upper left corner, in a size returned by ``size(columns:rows:)``.
  func draw(
    on canvas: inout TextCanvas, column: Int, row: Int, size: (columns: Int, rows: Int),
    style: TerminalStyle)
}
