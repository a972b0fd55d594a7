public import HeadingGeometry

/// Coverage of attitudes by a set of samples.
public struct CalibrationCoverage: Sendable, Hashable {
  /// Cells of ``DirectionGrid`` that the centred field visited, body frame; one bit per cell.
  public var cells: UInt64

  /// Sectors of 10° of magnetic heading that are covered; one bit for each of 36.
  ///
  /// Without an accelerometer, sectors of the field's direction about the body's z axis.
  public var headings: UInt64

  /// The 95th percentile of the tilt of the body's z axis; zero without an accelerometer.
  public var tilt: Angle

  /// Directions of tilt over 20°: bits 0 to 4 are nose up, nose down, left side down, right side
  /// down, upside down.
  public var tilts: UInt8

  /// Makes an empty coverage.
  public init() {
    tilts = 0
    cells = 0
    headings = 0
    tilt = .zero
  }

  /// Fraction of the sphere that is covered, 0…1.
  public var fraction: Double {
    Double(cells.nonzeroBitCount) / Double(DirectionGrid.cellCount)
  }

  /// Fraction of headings that is covered, 0…1.
  public var headingFraction: Double { Double(headings.nonzeroBitCount) / 36 }

  /// Whether the body rotated enough for a calibration.
  ///
  /// A third of the headings, or tilts beyond 60° in several directions.
  var isRotation: Bool {
    headings.nonzeroBitCount >= 12 || (tilt.degrees > 60 && cells.nonzeroBitCount >= 12)
  }

  /// The most useful motion: missing headings first, then missing tilts.
  public var nextMotion: CalibrationMotion {
    if headings.nonzeroBitCount < 30 { return .turnAround }
    let motions: [CalibrationMotion] = [.noseUp, .noseDown, .rollLeft, .rollRight]
    for (bit, motion) in motions.enumerated() where tilts & (1 << UInt8(bit)) == 0 {
      return motion
    }
    return fraction < 0.5 ? .upsideDown : .enough
  }

  /// Whether a cell is covered.
  public func contains(cell: Int) -> Bool {
    cell >= 0 && cell < DirectionGrid.cellCount && cells & (1 << UInt64(cell)) != 0
  }
}
