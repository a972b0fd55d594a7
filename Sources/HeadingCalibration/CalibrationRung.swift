/// How much of a calibration the data could carry: the steps of one ladder, the least first.
public enum CalibrationRung: Int, Sendable, Hashable, CaseIterable {
  /// Nothing: the data carry no calibration.
  case none

  /// The hard iron from one attitude, its known heading and the magnetic model.
  case knownHeading

  /// The hard iron; soft iron taken as none.
  case hardIron

  /// A swing on the level: hard iron and soft iron of the horizontal plane, the vertical only as an offset.
  case levelSwing

  /// Hard iron and a symmetric soft iron matrix.
  case ellipsoid

  /// Hard iron and a full 3×3 matrix: soft iron and the turn of the magnetometer against the accelerometer.
  case full
}

extension CalibrationRung: CustomStringConvertible {
  /// The name on the wire.
  public var description: String {
    switch self {
    case .none: "none"
    case .knownHeading: "known_heading"
    case .hardIron: "hard_iron"
    case .levelSwing: "level_swing"
    case .ellipsoid: "ellipsoid"
    case .full: "full"
    }
  }
}

extension CalibrationRung: Comparable {
  /// Less comes first.
  public static func < (left: CalibrationRung, right: CalibrationRung) -> Bool {
    left.rawValue < right.rawValue
  }
}
