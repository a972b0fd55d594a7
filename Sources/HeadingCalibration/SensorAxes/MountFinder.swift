public import HeadingGeometry

/// Estimates a sensor's mount matrix from accelerometer data.
public enum MountFinder {
  /// The mount from a level pose and a pose with the nose up.
  ///
  /// The level pose gives the vertical; with the nose up, the vertical moves towards the forward
  /// axis.
  ///
  /// - Parameters:
  ///   - level: Mean specific force in level attitude, sensor axes.
  ///   - noseUp: Mean specific force with the nose up by 5° to 85°, sensor axes.
  /// - Returns: The mount; `nil` if the directions differ by less than 5° or more than 85°, or are
  ///   undefined.
  public static func mount(level: Vector3, noseUp: Vector3) -> MountMatrix? {
    guard let up = level.direction, let tilted = noseUp.direction else { return nil }
    let cosine = up.dot(tilted)
    guard cosine < Angle(degrees: 5).cosine, cosine > Angle(degrees: 85).cosine else { return nil }
    return mount(up: up, forward: tilted - up * cosine)
  }

  /// The mount from a drive: forces while the vehicle accelerates and brakes on level ground.
  ///
  /// - Parameters:
  ///   - level: Mean specific force at rest on level ground, sensor axes.
  ///   - forces: Specific forces during the drive, sensor axes, m/s².
  ///   - speedRates: Rate of change of speed at the same times, m/s², from a receiver or odometer.
  /// - Returns: The mount; `nil` if the speed changed too little.
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
    // Regression of the horizontal force on the rate of speed: the slope is the forward axis.
    guard power > 1, (sum / power).length > 0.5, (sum / power).length < 2 else { return nil }
    return mount(up: up, forward: sum)
  }

  private static func mount(up: Vector3, forward: Vector3) -> MountMatrix? {
    guard let ahead = (forward - up * forward.dot(up)).direction else { return nil }
    return try? MountMatrix(Matrix3(rows: ahead.cross(up), ahead, up))
  }
}
