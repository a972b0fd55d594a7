import HeadingGeometry

/// Tells a magnetometer that hangs from one that simply sees nothing new: the body turned meanwhile.
struct HeldSensor {
  private static let turn = Angle(degrees: 3)

  private var attitudeWhenStuck: Quaternion?
  private var held = false

  /// Whether the stuck sensor must not be used: it repeated itself while the body turned by 3°.
  mutating func isHeld(isStuck: Bool, attitude: () -> Quaternion) -> Bool {
    guard isStuck else {
      attitudeWhenStuck = nil
      held = false
      return false
    }
    guard let start = attitudeWhenStuck else {
      attitudeWhenStuck = attitude()
      return false
    }
    if (start.conjugate * attitude()).rotationVector.length > Self.turn.radians { held = true }
    return held
  }
}
