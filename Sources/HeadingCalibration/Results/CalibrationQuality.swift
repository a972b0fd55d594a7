import HeadingGeometry

/// Quality of a calibration by the larger of its predicted heading errors, level and at 20° of
/// tilt.
public enum CalibrationQuality: Int, Sendable, Hashable, CaseIterable {
  /// Refused.
  case unusable
  /// Over 2°.
  case poor
  /// 1° to 2°.
  case fair
  /// 0.5° to 1°.
  case good
  /// Under 0.5°.
  case excellent
}

extension CalibrationQuality: CustomStringConvertible {
  /// The protocol name.
  public var description: String {
    switch self {
    case .unusable: "unusable"
    case .poor: "poor"
    case .fair: "fair"
    case .good: "good"
    case .excellent: "excellent"
    }
  }
}

extension CalibrationQuality: Comparable {
  /// Orders from worse to better.
  public static func < (left: CalibrationQuality, right: CalibrationQuality) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension CalibrationQuality {
  /// The quality for a predicted heading error, 1σ.
  init(headingError: Angle) {
    switch headingError.degrees {
    case ..<0.5: self = .excellent
    case ..<1: self = .good
    case ..<2: self = .fair
    default: self = .poor
    }
  }
}
