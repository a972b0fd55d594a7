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

  /// The direction of up in the exact pose, body frame, of length 1.
  public var up: Vector3 {
    switch self {
    case .right: Vector3(1, 0, 0)
    case .left: Vector3(-1, 0, 0)
    case .front: Vector3(0, 1, 0)
    case .back: Vector3(0, -1, 0)
    case .top: Vector3(0, 0, 1)
    case .bottom: Vector3(0, 0, -1)
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
