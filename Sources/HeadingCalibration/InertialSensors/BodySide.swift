public import HeadingGeometry

/// The side of a body that points up.
public enum BodySide: Int, Sendable, Hashable, CaseIterable {
  /// The right side points up.
  case right
  /// The left side points up.
  case left
  /// The front points up.
  case front
  /// The back points up.
  case back
  /// The top points up: the body lies level.
  case top
  /// The bottom points up.
  case bottom

  /// The side that points up, within 30°; `nil` if none does.
  public init?(up direction: Vector3) {
    guard let up = direction.direction else { return nil }
    let threshold = 0.866
    if up.x > threshold {
      self = .right
    } else if up.x < -threshold {
      self = .left
    } else if up.y > threshold {
      self = .front
    } else if up.y < -threshold {
      self = .back
    } else if up.z > threshold {
      self = .top
    } else if up.z < -threshold {
      self = .bottom
    } else {
      return nil
    }
  }
}

extension BodySide: CustomStringConvertible {
  /// The pose in words.
  public var description: String {
    switch self {
    case .right: "right side up"
    case .left: "left side up"
    case .front: "nose up"
    case .back: "nose down"
    case .top: "level"
    case .bottom: "upside down"
    }
  }
}
