/// How good a calibration is, from its predicted heading error at 20° of tilt.
public enum CalibrationQuality: Int, Sendable, Hashable, CaseIterable {
  /// Not usable: over 5°, or refused.
  case unusable
  /// 2° to 5°.
  case poor
  /// 1° to 2°.
  case fair
  /// 0.5° to 1°.
  case good
  /// Under 0.5°.
  case excellent
}

extension CalibrationQuality: CustomStringConvertible {
  /// The name on the wire.
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
  /// Worse comes first.
  public static func < (left: CalibrationQuality, right: CalibrationQuality) -> Bool {
    left.rawValue < right.rawValue
  }
}
