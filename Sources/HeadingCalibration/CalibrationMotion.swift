/// The motion that would help a calibration most.
public enum CalibrationMotion: Sendable, Hashable, CaseIterable {
  /// Nothing more is needed.
  case enough
  /// Turn in place, a full circle on the level.
  case turnAround
  /// Nose down, and turn.
  case noseDown
  /// Nose up, and turn.
  case noseUp
  /// Left side down, and turn.
  case rollLeft
  /// Right side down, and turn.
  case rollRight
  /// Upside down, and turn.
  case upsideDown
  /// Stay as it is and hold still for a moment.
  case holdStill
}

extension CalibrationMotion: CustomStringConvertible {
  /// The motion in words.
  public var description: String {
    switch self {
    case .enough: "enough"
    case .turnAround: "turn a full circle, level"
    case .noseDown: "nose down, turn around"
    case .noseUp: "nose up, turn around"
    case .rollLeft: "roll left, turn around"
    case .rollRight: "roll right, turn around"
    case .upsideDown: "upside down, turn around"
    case .holdStill: "hold still for a moment"
    }
  }
}
