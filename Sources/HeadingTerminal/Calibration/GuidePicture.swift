/// A picture of a guided calibration: the directions seen, the pose asked for, a slope.
protocol GuidePicture: Sendable {
  /// The columns and rows it takes where there are so many; `nil` if that is too few.
  func size(columns: Int, rows: Int) -> (columns: Int, rows: Int)?

  /// Draws it with its upper left corner at a place, in a size that ``size(columns:rows:)`` gave.
  func draw(
    on canvas: inout TextCanvas, column: Int, row: Int, size: (columns: Int, rows: Int),
    style: TerminalStyle)
}
