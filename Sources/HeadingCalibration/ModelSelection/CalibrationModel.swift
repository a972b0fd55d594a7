/// The nested calibration models, in order of increasing number of parameters.
public enum CalibrationModel: Int, Sendable, Hashable, CaseIterable {
  /// No calibration.
  case none

  /// Hard iron from one attitude with known heading and the reference field.
  case knownHeading

  /// Hard iron without soft iron.
  case hardIron

  /// Level swing: hard iron and soft iron of the horizontal plane; the vertical axis has an offset
  /// only.
  case levelSwing

  /// Hard iron and a symmetric soft iron matrix.
  case ellipsoid

  /// Hard iron and a full 3×3 matrix: soft iron and misalignment between magnetometer and
  /// accelerometer.
  case full
}

extension CalibrationModel: CustomStringConvertible {
  /// The protocol name.
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

extension CalibrationModel: Comparable {
  /// Orders by number of parameters.
  public static func < (left: CalibrationModel, right: CalibrationModel) -> Bool {
    left.rawValue < right.rawValue
  }
}
