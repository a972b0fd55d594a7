import HeadingGeometry

/// Tells a sensor that hangs from one that simply sees nothing new: what it measures moved meanwhile.
struct HeldSensor {
  private static let turn = Angle(degrees: 3)

  private var attitudeWhenStuck: Quaternion?
  private var held = false

  /// What ``isHeld(isStuck:attitude:)`` last said.
  var isHeldNow: Bool { held }

  /// Whether the stuck sensor must not be used: it repeated itself while the body turned by 3°.
  ///
  /// - Parameters:
  ///   - isStuck: Whether the sensor repeats itself.
  ///   - direction: What it measures, of which only the direction in the body counts; `nil` if any turn counts.
  ///   - attitude: The attitude, body to earth, from other sensors.
  /// - Returns: Whether it hangs.
  mutating func isHeld(
    isStuck: Bool, direction: Vector3? = nil, attitude: () -> Quaternion
  ) -> Bool {
    guard isStuck else {
      attitudeWhenStuck = nil
      held = false
      return false
    }
    guard let start = attitudeWhenStuck else {
      attitudeWhenStuck = attitude()
      return false
    }
    if held { return true }
    let now = attitude()
    if let direction {
      let cosine = (start.conjugate * direction).dot(now.conjugate * direction)
      held = cosine < Self.turn.cosine * direction.squaredLength
    } else {
      held = (start.conjugate * now).rotationVector.length > Self.turn.radians
    }
    return held
  }
}
