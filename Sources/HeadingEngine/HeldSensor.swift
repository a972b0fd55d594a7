import HeadingGeometry

/// Tells a sensor that hangs from one that simply sees nothing new: what it measures moved meanwhile.
struct HeldSensor {
  private static let turn = Angle(degrees: 3)

  private var attitudeWhenStuck: Quaternion?
  private var held = false

  /// What ``isHeld(attitude:direction:)`` last said.
  var isHeldNow: Bool { held }

  /// Whether the stuck sensor must not be used: it repeated itself while the body turned by 3°.
  ///
  /// - Parameters:
  ///   - attitude: The attitude, body to earth, from other sensors, where the sensor repeats itself;
  ///     `nil` where it does not.
  ///   - direction: What it measures, of which only the direction in the body counts; `nil` if any turn counts.
  /// - Returns: Whether it hangs.
  mutating func isHeld(attitude: Quaternion?, direction: Vector3? = nil) -> Bool {
    guard let now = attitude else {
      attitudeWhenStuck = nil
      held = false
      return false
    }
    guard let start = attitudeWhenStuck else {
      attitudeWhenStuck = now
      return false
    }
    if held { return true }
    if let direction {
      let cosine = (start.conjugate * direction).dot(now.conjugate * direction)
      held = cosine < Self.turn.cosine * direction.squaredLength
    } else {
      held = (start.conjugate * now).rotationVector.length > Self.turn.radians
    }
    return held
  }
}
