import HeadingGeometry
import HeadingSensing

/// Finds out from free motion whether a magnetometer's axes are those of the gyroscope.
///
/// In a chip such as the AK09916 in the ICM-20948 the magnetometer's y and z point the other way. The
/// field stands still while the body turns by R: m − h = Rᵀ (m₀ − h), for the right one of 48
/// assignments of the axes only. For each the hard iron h is solved for, and what is left is compared.
public enum AxisCheck {
  /// What was found.
  public struct Finding: Sendable, Hashable {
    /// The assignment that explains the motion best.
    public var assignment: AxisAssignment
    /// Factor by which the second best explains it worse (ratio of mean squares); the higher the surer.
    public var margin: Double
  }

  /// The turn between two samples that are compared, rad; small ones drown in noise.
  private static let turn = Angle(degrees: 20).radians

  /// Checks samples.
  ///
  /// A reversal of all three axes cannot be told by turns alone, as the reversed field turns the same; a
  /// right-handed assignment is then taken. Where the field is known to dip down, or up, gravity tells.
  ///
  /// - Parameters:
  ///   - samples: In order of time, with angular rates, turned about all axes.
  ///   - isFieldDown: Whether the Earth's field dips down here, as in the north; `nil` if not known.
  /// - Returns: The finding; `nil` if there are fewer than 10 turns of 20°, or no assignment explains the
  ///   motion twice as well as any other.
  public static func check(_ samples: [CalibrationSample], isFieldDown: Bool? = nil) -> Finding? {
    let pairs = pairs(samples)
    guard pairs.count >= 10 else { return nil }
    var best = (error: Double.infinity, assignment: AxisAssignment.identity)
    var second = Double.infinity
    for assignment in AxisAssignment.all where !assignment.isMirrored {
      guard let (error, _) = error(assignment.matrix, pairs) else { continue }
      if error < best.error {
        second = best.error
        best = (error, assignment)
      } else {
        second = min(second, error)
      }
    }
    guard best.error > 0, second.isFinite, second / best.error > 2 else { return nil }
    var assignment = best.assignment
    if let isFieldDown, let (_, offset) = error(assignment.matrix, pairs) {
      var vertical = 0.0
      for sample in samples where sample.isUsable {
        guard let up = sample.specificForce?.direction else { continue }
        vertical += (assignment.matrix * sample.field - offset).dot(up)
      }
      if vertical != 0, (vertical < 0) != isFieldDown {
        assignment = AxisAssignment(matrix: assignment.matrix * -1)
      }
    }
    return Finding(assignment: assignment, margin: second / best.error)
  }

  private struct Pair {
    var before: Vector3
    var after: Vector3
    /// Takes body components before the turn to those after it.
    var turn: Matrix3
  }

  private static func pairs(_ samples: [CalibrationSample]) -> [Pair] {
    var pairs: [Pair] = []
    var rotation = Quaternion.identity
    var start: CalibrationSample?
    var last: CalibrationSample?
    for sample in samples where sample.isUsable && sample.angularRate != nil {
      defer { last = sample }
      guard let before = last, let begin = start, let rate = sample.angularRate,
        let rateBefore = before.angularRate,
        case let step = sample.time.seconds(since: before.time), step > 0, step < 0.25
      else {
        start = sample
        rotation = .identity
        continue
      }
      rotation = rotation * Quaternion(rotationVector: (rate + rateBefore) * (step / 2))
      guard rotation.rotationVector.length > turn else { continue }
      pairs.append(
        Pair(before: begin.field, after: sample.field, turn: rotation.conjugate.matrix))
      start = sample
      rotation = .identity
    }
    return pairs
  }

  /// Mean square of what an assignment leaves, T², with the best hard iron, T.
  private static func error(
    _ axes: Matrix3, _ pairs: [Pair]
  ) -> (error: Double, offset: Vector3)? {
    var matrix = Matrix3(diagonal: .zero)
    var right = Vector3.zero
    var squares = 0.0
    for pair in pairs {
      let design = Matrix3.identity - pair.turn
      let value = axes * pair.after - pair.turn * (axes * pair.before)
      matrix = matrix + design.transposed * design
      right += design.transposed * value
      squares += value.squaredLength
    }
    // A millionth keeps motion about one axis solvable.
    guard let inverse = (matrix + .identity * 1e-6).inverse else { return nil }
    let offset = inverse * right
    return (max(squares - right.dot(offset), 0) / Double(pairs.count), offset)
  }
}
