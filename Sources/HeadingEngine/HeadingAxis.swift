public import HeadingGeometry

/// The body axis that the heading refers to.
///
/// The forward axis has no horizontal direction when it points up or down; then the axis that
/// replaces it when the nose is raised or lowered is used and reported.
public enum HeadingAxis: UInt8, Sendable, Hashable, CaseIterable {
  /// +y, the top of the device.
  case forward

  /// −z, the back of the device: used when the nose points up.
  case back

  /// +z, the face of the device: used when the nose points down.
  case face

  /// The axis as a unit vector in the body frame.
  public var direction: Vector3 {
    switch self {
    case .forward: Vector3(0, 1, 0)
    case .back: Vector3(0, 0, -1)
    case .face: Vector3(0, 0, 1)
    }
  }

  /// The name on the wire.
  public var name: String {
    switch self {
    case .forward: "+y"
    case .back: "-z"
    case .face: "+z"
    }
  }

  // Hysteresis of 5°, so that hand tremor does not switch the axis.
  static let enterElevation = Angle(degrees: 75)
  static let leaveElevation = Angle(degrees: 70)

  /// The axis for an elevation of the forward axis, given the present one.
  func next(elevation: Angle) -> HeadingAxis {
    let limit = self == .forward ? Self.enterElevation : Self.leaveElevation
    if elevation > limit { return .back }
    if elevation < -limit { return .face }
    return .forward
  }
}
