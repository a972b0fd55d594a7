import HeadingGeometry

/// Tells a gyroscope that hangs from one at rest or in a steady turn: gravity departs from where it would be.
struct HeldGyroscope {
  /// Hands accelerate less than this tilts gravity, for the moment of a sample.
  private static let lean = Angle(degrees: 15)

  private var held = false

  /// Whether the gyroscope must not be used: it repeated itself while gravity left the vertical by 15°.
  ///
  /// - Parameters:
  ///   - isStuck: Whether all axes repeat themselves.
  ///   - acceleration: The newest specific force, m/s², body frame.
  ///   - attitude: The attitude, body to earth, that the gyroscope carries, if there is one; needed only
  ///     where it is stuck.
  /// - Returns: Whether it hangs.
  mutating func isHeld(isStuck: Bool, acceleration: Vector3?, attitude: Quaternion?) -> Bool {
    guard isStuck else {
      held = false
      return false
    }
    if held { return true }
    guard let acceleration, let attitude else { return false }
    held = (attitude * acceleration).z < Self.lean.cosine * acceleration.length
    return held
  }
}
