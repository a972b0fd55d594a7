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

  /// The ways the body was tilted by over 20°: bits 0 to 4 are nose up, nose down, left side down, right side
  /// down, upside down.
  public var tilts: UInt8

  /// Has seen nothing.
  public init() {
    tilts = 0
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

  /// Whether the body turned at all: a calibration needs other directions, not other places.
  ///
  /// A third of the circle of headings, or tilts beyond 60° in several directions.
  var isRotation: Bool {
    headings.nonzeroBitCount >= 12 || (tilt.degrees > 60 && cells.nonzeroBitCount >= 12)
  }

  /// The motion that would add most: headings first, then the tilts not seen yet.
  public var nextMotion: CalibrationMotion {
    if headings.nonzeroBitCount < 30 { return .turnAround }
    let motions: [CalibrationMotion] = [.noseUp, .noseDown, .rollLeft, .rollRight]
    for (bit, motion) in motions.enumerated() where tilts & (1 << UInt8(bit)) == 0 {
      return motion
    }
    return fraction < 0.5 ? .upsideDown : .enough
  }

  /// Whether the field pointed into a cell.
  public func contains(cell: Int) -> Bool {
    cell >= 0 && cell < DirectionGrid.cellCount && cells & (1 << UInt64(cell)) != 0
  }
}
