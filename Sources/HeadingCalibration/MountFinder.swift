public import HeadingGeometry

/// Finds how a sensor is turned in its vehicle, at any angle, from what the accelerometer shows.
public enum MountFinder {
  /// The mount from a level pose and a pose with the nose up.
  ///
  /// Level tells which way is up; with the nose up, up moves towards the vehicle's forward axis.
  ///
  /// - Parameters:
  ///   - level: Mean force with the vehicle level, in the chip's axes.
  ///   - noseUp: Mean force with the nose up by 5° to 85°, in the chip's axes.
  /// - Returns: The mount; `nil` if the two differ by less than 5°, by more than 85°, or are no forces.
  public static func mount(level: Vector3, noseUp: Vector3) -> MountMatrix? {
    guard let up = level.direction, let tilted = noseUp.direction else { return nil }
    let cosine = up.dot(tilted)
    guard cosine < Angle(degrees: 5).cosine, cosine > Angle(degrees: 85).cosine else { return nil }
    return mount(up: up, forward: tilted - up * cosine)
  }

  /// The mount from a drive: forces while the vehicle gains and loses speed on the level.
  ///
  /// - Parameters:
  ///   - level: Mean force at rest on the level, in the chip's axes.
  ///   - forces: Forces on the drive, in the chip's axes, m/s².
  ///   - speedRates: The change of speed at the same moments, m/s², from a receiver or odometer.
  /// - Returns: The mount; `nil` if the speed changed too little to tell forward from turns.
  public static func mount(
    level: Vector3, forces: [Vector3], speedRates: [Double]
  ) -> MountMatrix? {
    guard let up = level.direction, forces.count == speedRates.count else { return nil }
    var sum = Vector3.zero
    var power = 0.0
    for (force, rate) in zip(forces, speedRates) where force.isFinite && rate.isFinite {
      let horizontal = force - up * force.dot(up)
      sum += horizontal * rate
      power += rate * rate
    }
    // The acceleration along forward is the speed's change, so the sum over the power is forward itself.
    guard power > 1, (sum / power).length > 0.5, (sum / power).length < 2 else { return nil }
    return mount(up: up, forward: sum)
  }

  private static func mount(up: Vector3, forward: Vector3) -> MountMatrix? {
    guard let ahead = (forward - up * forward.dot(up)).direction else { return nil }
    return try? MountMatrix(Matrix3(rows: ahead.cross(up), ahead, up))
  }
}
