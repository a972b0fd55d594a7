import HeadingCalibration
package import HeadingGeometry

/// Rotation of the device, as an instruction to the user.
public enum CalibrationTurn: String, Sendable, Hashable, CaseIterable {
  /// The front goes up.
  case noseUp = "nose_up"
  /// The front goes down.
  case noseDown = "nose_down"
  /// The right side goes down.
  case rollRight = "roll_right"
  /// The left side goes down.
  case rollLeft = "roll_left"
  /// Clockwise, seen from above the device.
  case turnRight = "turn_right"
  /// Counterclockwise, seen from above the device.
  case turnLeft = "turn_left"

  /// Rotation, in at most two parts, that brings the field into the nearest cell not yet covered.
  ///
  /// A body rotating by ω carries an earth-fixed direction f by f × ω in body axes, so ω = t × f
  /// leads from f to the cell t by the shortest path.
  static func towardsUncovered(_ snapshot: CalibrationSnapshot) -> [CalibrationTurn] {
    guard let cell = snapshot.cell else { return [] }
    let field = DirectionGrid.center(of: cell)
    let unseen = (0..<DirectionGrid.cellCount)
      .filter { $0 != cell && !snapshot.coverage.contains(cell: $0) }
      .map { DirectionGrid.center(of: $0) }
    guard let goal = unseen.max(by: { $0.dot(field) < $1.dot(field) }) else { return [] }
    return Self.parts(of: goal.cross(field))
  }

  /// Instructions for a rotation vector in body axes: the largest component, and the second if it
  /// is at least half as large.
  package static func parts(of turn: Vector3) -> [CalibrationTurn] {
    let parts: [(size: Double, turn: CalibrationTurn)] = [
      (abs(turn.x), turn.x > 0 ? .noseUp : .noseDown),
      (abs(turn.y), turn.y > 0 ? .rollRight : .rollLeft),
      (abs(turn.z), turn.z > 0 ? .turnLeft : .turnRight),
    ].sorted { $0.size > $1.size }
    guard parts[0].size > 0 else { return [] }
    return parts.prefix(2).filter { $0.size >= parts[0].size / 2 }.map(\.turn)
  }
}

extension CalibrationTurn: CustomStringConvertible {
  /// The instruction in words.
  public var description: String {
    switch self {
    case .noseUp: "nose up"
    case .noseDown: "nose down"
    case .rollRight: "roll right"
    case .rollLeft: "roll left"
    case .turnRight: "turn right"
    case .turnLeft: "turn left"
    }
  }
}
