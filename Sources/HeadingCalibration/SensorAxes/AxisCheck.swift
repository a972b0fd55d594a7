import HeadingGeometry
import HeadingSensing

/// Tests from free motion whether a magnetometer's axes agree with the gyroscope's.
///
/// In a chip such as the AK09916 in the ICM-20948 the magnetometer's y and z axes are reversed. The
/// Earth's field is constant while the body rotates by R: m − h = Rᵀ (m₀ − h), only with the
/// correct one of 48 axis assignments. For each the hard iron h is estimated, and the residuals are
/// compared.
public enum AxisCheck {
  /// The result of a check.
  public struct Finding: Sendable, Hashable {
    /// The assignment with the least residual.
    public var assignment: AxisAssignment
    /// Mean square residual of the second best over that of the best.
    public var margin: Double
  }

  /// Rotation between two compared samples, rad; with smaller ones noise dominates.
  private static let turn = Angle(degrees: 20).radians

  /// Standard deviations by which the field's mean component along up must differ from zero.
  private static let significant = 4.0

  /// Finds the axis assignment of samples.
  ///
  /// Rotations do not reveal a reversal of all three axes; a right-handed assignment is then
  /// assumed. If the sign of the dip is known, gravity resolves it, unless the body turned about one
  /// axis only: the hard iron along that axis is not known then, nor is the field's sign.
  ///
  /// - Parameters:
  ///   - samples: Samples in order of time with angular rates, rotated about all axes.
  ///   - isFieldDown: Whether the Earth's field dips down, as in the north; `nil` if unknown.
  /// - Returns: The finding; `nil` for fewer than 10 rotations of 20°, or a margin of at most 2.
  public static func check(_ samples: [CalibrationSample], isFieldDown: Bool? = nil) -> Finding? {
    let pairs = pairs(samples)
    guard pairs.count >= 10 else { return nil }
    var best = (error: Double.infinity, assignment: AxisAssignment.identity)
    var second = Double.infinity
    for assignment in AxisAssignment.all where !assignment.isMirrored {
      guard let error = error(assignment.matrix, pairs)?.error else { continue }
      if error < best.error {
        second = best.error
        best = (error, assignment)
      } else {
        second = min(second, error)
      }
    }
    guard best.error > 0, second.isFinite, second / best.error > 2 else { return nil }
    var assignment = best.assignment
    if let isFieldDown, let (error, offset, covariance) = error(assignment.matrix, pairs) {
      var (vertical, direction) = (0.0, Vector3.zero)
      for sample in samples where sample.isUsable {
        guard let up = sample.specificForce?.direction else { continue }
        vertical += (assignment.matrix * sample.field - offset).dot(up)
        direction += up
      }
      let variance = error * direction.dot(covariance * direction)
      if vertical * vertical > Self.significant * Self.significant * variance,
        (vertical < 0) != isFieldDown
      {
        assignment = AxisAssignment(matrix: assignment.matrix * -1)
      }
    }
    return Finding(assignment: assignment, margin: second / best.error)
  }

  /// Whether another assignment fits the rotation, or the vertical, with residuals three times smaller
  /// than those of the given axes.
  ///
  /// Unlike ``check(_:isFieldDown:)`` it also contradicts where several assignments fit alike: a level turn
  /// shows that a magnetometer is mirrored, not which way it lies. Without a gyroscope, the field's
  /// component along up is the same in every attitude only with the correct axes.
  static func isContradicted(_ samples: [CalibrationSample]) -> Bool {
    let proper = AxisAssignment.all.filter { !$0.isMirrored }.map { $0.matrix }
    let pairs = pairs(samples)
    if pairs.count >= 10 {
      return isContradicted(proper) { error($0, pairs)?.error }
    }
    // The sign of all three axes changes only that of the component.
    let usable = samples.filter { $0.isUsable && $0.specificForce != nil }
    guard usable.count >= 30 else { return false }
    return isContradicted(proper) { verticalError($0, usable) }
  }

  private static func isContradicted(
    _ assignments: [Matrix3], _ error: (Matrix3) -> Double?
  ) -> Bool {
    guard let own = error(.identity) else { return false }
    return own > 9 * (assignments.compactMap(error).min() ?? own)
  }

  /// Mean square residual of the field's component along up, T²: (A (m − h)) · u = c is linear in A h and c.
  private static func verticalError(
    _ axes: Matrix3, _ samples: [CalibrationSample]
  ) -> Double? {
    var (sums, right) = (ClusterSums(count: 4, groups: 1), [0.0, 0.0, 0.0, 0.0])
    var squares = 0.0
    for sample in samples {
      guard let up = sample.specificForce?.direction else { continue }
      let value = (axes * sample.field).dot(up) * 1e5
      let row = [up.x, up.y, up.z, 1]
      sums.add(row, own: nil, at: 0, group: 0, residual: 0, weight: 1)
      for index in 0..<4 { right[index] += row[index] * value }
      squares += value * value
    }
    // In level motion the rows are the same.
    guard let factor = sums.factor else { return nil }
    let half = NormalEquations.forward(factor, right, count: 4)
    let explained = half.reduce(0) { $0 + $1 * $1 }
    return max(squares - explained, 0) / Double(samples.count)
  }

  private struct Pair {
    var before: Vector3
    var after: Vector3
    /// Transforms body components before the rotation to those after it.
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

  /// Mean square residual of an assignment, T², with its best hard iron, T, and the hard iron's covariance
  /// over that of a residual.
  private static func error(
    _ axes: Matrix3, _ pairs: [Pair]
  ) -> (error: Double, offset: Vector3, covariance: Matrix3)? {
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
    // Regularizes rotation about a single axis.
    guard let inverse = (matrix + .identity * 1e-6).inverse else { return nil }
    let offset = inverse * right
    return (max(squares - right.dot(offset), 0) / Double(pairs.count), offset, inverse)
  }
}
