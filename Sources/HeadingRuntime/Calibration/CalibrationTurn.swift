import HeadingCalibration
package import HeadingGeometry

/// A turn of the device, as one says it to whoever holds it.
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

  /// The turn that brings the field into the nearest cell it was not seen in yet, at most two parts.
  ///
  /// A body that turns by ω carries a direction f of the earth by f × ω in its own axes, so ω = t × f
  /// leads from f to the cell t by the shortest way.
  static func toUnseen(_ snapshot: CalibrationSnapshot) -> [CalibrationTurn] {
    guard let cell = snapshot.cell else { return [] }
    let field = DirectionGrid.center(of: cell)
    let unseen = (0..<DirectionGrid.cellCount)
      .filter { $0 != cell && !snapshot.coverage.contains(cell: $0) }
      .map { DirectionGrid.center(of: $0) }
    guard let goal = unseen.max(by: { $0.dot(field) < $1.dot(field) }) else { return [] }
    return Self.parts(of: goal.cross(field))
  }

  /// The words of a turn about the body's axes: its largest part, and the next if it is half as large.
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
  /// The turn in words.
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
