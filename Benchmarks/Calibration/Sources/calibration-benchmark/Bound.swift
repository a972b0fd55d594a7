import Foundation
import HeadingGeometry

/// The Cramér–Rao lower bound of a trial's heading error, computed from its ground truth.
///
/// Unknown are a symmetric distortion (6) and the hard iron (3). With the accelerometer each sample has two
/// residuals, strength and vertical component; inclination and strength are known only with a place. With a
/// known attitude it has three residuals, the components, and the Earth's field (3) is unknown too. With a
/// biased gyroscope the first attitude (3) and the bias (3) are unknown, and the accelerometer and the known
/// strength and inclination add information: a bias about the vertical has nearly the same effect as hard iron.
struct Bound {
  private static let elements = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]
  private let trial: Trial
  private let covariance: [[Double]]

  init(_ trial: Trial) {
    self.trial = trial
    covariance =
      switch trial.session.sensors {
      case .accelerometer: Self.accelerometer(trial)
      case .gyroscope: Self.knownAttitude(trial)
      case .biasedGyroscope: Self.unknownBias(trial)
      }
  }

  /// Mean square of the heading's error, degrees².
  func squaredError(tilt: Double) -> Double {
    let inverse = trial.distortion.inverse ?? .identity
    let horizontal = Trial.strength * Trial.inclination.cosine
    var sum = 0.0
    let attitudes = Trial.attitudes(tilt: tilt)
    for attitude in attitudes {
      let field = attitude.conjugate * Trial.field
      var gradient: [Double] = []
      for change in Self.changes(field) {
        gradient.append((attitude * (inverse * change)).x / horizontal)
      }
      for a in 0..<9 { for b in 0..<9 { sum += gradient[a] * covariance[a][b] * gradient[b] } }
    }
    let degree = 180 / Double.pi
    return sum / Double(attitudes.count) * degree * degree
  }

  /// Derivatives of the raw field with respect to the nine unknowns.
  private static func changes(_ field: Vector3) -> [Vector3] {
    var changes: [Vector3] = []
    for (row, column) in elements {
      var change = Vector3.zero
      change[row] += field[column]
      if row != column { change[column] += field[row] }
      changes.append(change)
    }
    return changes + [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
  }

  private static func accelerometer(_ trial: Trial) -> [[Double]] {
    let inverse = trial.distortion.inverse ?? .identity
    // Strength and inclination may be unknown too.
    let size = trial.session.hasLocationUpdates ? 9 : 11
    var information = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
    let tilt = Trial.strength * Trial.inclination.cosine * Trial.tiltNoise.radians
    for attitude in trial.attitudes {
      let field = attitude.conjugate * Trial.field
      let up = attitude.conjugate * Vector3(0, 0, 1)
      let first = inverse.transposed * (field / Trial.strength)
      let second = inverse.transposed * up
      let variance = Trial.fieldNoise * Trial.fieldNoise
      let c11 = first.squaredLength * variance
      let c12 = first.dot(second) * variance
      let c22 = second.squaredLength * variance + tilt * tilt
      let determinant = c11 * c22 - c12 * c12
      var gradients = changes(field).map { SIMD2(first.dot($0), second.dot($0)) }
      // The two residuals are those of the strength B and of −B sin I.
      let (sine, cosine) = (Trial.inclination.sine, Trial.inclination.cosine)
      gradients += [SIMD2(1, -sine), SIMD2(0, -Trial.strength * cosine)]
      for a in 0..<size {
        for b in 0..<size {
          let (one, other) = (gradients[a], gradients[b])
          information[a][b] +=
            (one.x * c22 * other.x - one.x * c12 * other.y - one.y * c12 * other.x
              + one.y * c11 * other.y) / determinant
        }
      }
    }
    // The scales of field and distortion are not separately observable, and no heading depends on them.
    if size > 9 { information[9][9] += 1e-6 }
    return inverted(information)
  }

  private static func knownAttitude(_ trial: Trial) -> [[Double]] {
    var information = [[Double]](repeating: [Double](repeating: 0, count: 12), count: 12)
    let weight = 1 / (Trial.fieldNoise * Trial.fieldNoise)
    for attitude in trial.attitudes {
      let back = attitude.conjugate
      var changes = changes(back * Trial.field)
      for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] {
        changes.append(trial.distortion * (back * axis))
      }
      for a in 0..<12 {
        for b in 0..<12 { information[a][b] += changes[a].dot(changes[b]) * weight }
      }
    }
    // The scales of field and distortion are not separately observable: a wide prior on the strength fixes
    // the scale, on which no heading depends.
    for axis in 0..<3 { information[9 + axis][9 + axis] += 1e-6 }
    return inverted(information)
  }

  private static func unknownBias(_ trial: Trial) -> [[Double]] {
    // The Earth's field may be unknown too: its strength and inclination.
    let size = trial.session.hasLocationUpdates ? 15 : 17
    var information = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
    let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
    // Rotation of the attitude, earth frame, caused by each component of the bias.
    var drift = [Vector3](repeating: .zero, count: 3)
    for attitude in trial.attitudes {
      let back = attitude.conjugate
      let turns = axes + drift
      let (sine, cosine) = (Trial.inclination.sine, Trial.inclination.cosine)
      let earth = [Trial.field / Trial.strength, Vector3(0, -sine, -cosine) * Trial.strength]
      let bent =
        changes(back * Trial.field)
        + turns.map { trial.distortion * (back * Trial.field.cross($0)) }
        + earth.map { trial.distortion * (back * $0) }
      let tilts = turns.map { $0.cross(Vector3(0, 0, 1)) / Trial.tiltNoise.radians }
      for a in 0..<size {
        for b in 0..<size {
          information[a][b] += bent[a].dot(bent[b]) / (Trial.fieldNoise * Trial.fieldNoise)
          if 9..<15 ~= a, 9..<15 ~= b { information[a][b] += tilts[a - 9].dot(tilts[b - 9]) }
        }
      }
      for axis in 0..<3 { drift[axis] += attitude * axes[axis] / trial.session.rate }
    }
    if size > 15 { information[15][15] += 1e-6 }
    for axis in 12..<15 { information[axis][axis] += 1 / (Trial.rateBias * Trial.rateBias) }
    return inverted(information)
  }

  /// Gauss-Jordan with pivots.
  private static func inverted(_ matrix: [[Double]]) -> [[Double]] {
    let count = matrix.count
    var left = matrix
    var right = (0..<count).map { row in (0..<count).map { $0 == row ? 1.0 : 0 } }
    for column in 0..<count {
      let pivot =
        (column..<count).max { abs(left[$0][column]) < abs(left[$1][column]) } ?? column
      left.swapAt(column, pivot)
      right.swapAt(column, pivot)
      let factor = left[column][column]
      for k in 0..<count {
        left[column][k] /= factor
        right[column][k] /= factor
      }
      for row in 0..<count where row != column {
        let times = left[row][column]
        guard times != 0 else { continue }
        for k in 0..<count {
          left[row][k] -= times * left[column][k]
          right[row][k] -= times * right[column][k]
        }
      }
    }
    return right
  }
}
