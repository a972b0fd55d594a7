public import HeadingGeometry

/// Which attitudes a set of samples has seen.
public struct CalibrationCoverage: Sendable, Hashable {
  /// The cells of ``DirectionGrid`` in which the centred field pointed, body frame; a bit a cell.
  public var cells: UInt64

  /// The sectors of 10° of the magnetic heading that were seen, of 36; a bit a sector.
  ///
  /// Without an accelerometer the direction about the body's z axis counts instead.
  public var headings: UInt64

  /// The largest tilt of the body's z axis from the vertical that was seen often; zero without an accelerometer.
  public var tilt: Angle

  /// Has seen nothing.
  public init() {
    cells = 0
    headings = 0
    tilt = .zero
  }

  /// The part of the sphere that was seen, 0…1.
  public var fraction: Double {
    Double(cells.nonzeroBitCount) / Double(DirectionGrid.cellCount)
  }

  /// The part of the circle of headings that was seen, 0…1.
  public var headingFraction: Double { Double(headings.nonzeroBitCount) / 36 }

  /// Whether the field pointed into a cell.
  public func contains(cell: Int) -> Bool {
    cell >= 0 && cell < DirectionGrid.cellCount && cells & (1 << UInt64(cell)) != 0
  }
}
