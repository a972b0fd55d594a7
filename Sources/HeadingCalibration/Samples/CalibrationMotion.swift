/// The motion that would reduce a calibration's uncertainty most.
public enum CalibrationMotion: Sendable, Hashable, CaseIterable {
  /// No further motion is needed.
  case enough
  /// Turn in place, a full circle on the level.
  case turnAround
  /// Turn with the nose down.
  case noseDown
  /// Turn with the nose up.
  case noseUp
  /// Turn with the left side down.
  case rollLeft
  /// Turn with the right side down.
  case rollRight
  /// Turn upside down.
  case upsideDown
  /// Hold the pose still for a moment.
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
