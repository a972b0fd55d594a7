import HeadingEstimation
import HeadingGeometry
import RealModule

/// Covariance of an attitude's error: a small rotation about the axes of the earth frame, ENU, rad².
struct AttitudeCovariance {
  /// 1σ of a direction of which nothing is known: uniformly distributed over the circle.
  private static let anyDirection = Double.pi / 3.0.squareRoot()

  /// The covariance, row and column in the order east, north, up.
  let matrix: Matrix3

  /// Creates the covariance of independent errors of tilt and heading.
  ///
  /// A rotation φ of the attitude moves up by φ × up = (φ_north, −φ_east).
  ///
  /// - Parameters:
  ///   - tilt: Covariance of the up direction's east and north components.
  ///   - heading: 1σ of the heading, rad; `nil` if nothing is known of it.
  init(tilt: TiltCovariance, heading: Double?) {
    let largest = Self.anyDirection
    let deviation = min(heading ?? largest, largest)
    matrix = Matrix3(
      rows: Vector3(tilt.y, -tilt.cross, 0), Vector3(-tilt.cross, tilt.x, 0),
      Vector3(0, 0, deviation * deviation))
  }

  /// 1σ of the pitch and the roll of an attitude with this covariance.
  ///
  /// - Parameter attitude: The attitude, body to ENU.
  /// - Returns: The deviations; that of the roll grows towards a vertical forward axis.
  func deviations(of attitude: Quaternion) -> (pitch: Angle, roll: Angle) {
    let forward = attitude * Vector3(0, 1, 0)
    let length = (forward.x * forward.x + forward.y * forward.y).squareRoot()
    let largest = Self.anyDirection
    guard length > 1e-9 else { return (Angle(radians: largest), Angle(radians: largest)) }
    let (sine, cosine) = (forward.x / length, forward.y / length)
    let rolling = deviation(about: Vector3(sine, cosine, 0))
    return (
      Angle(radians: min(deviation(about: Vector3(cosine, -sine, 0)), largest)),
      Angle(radians: min(rolling / length, largest))
    )
  }

  private func deviation(about axis: Vector3) -> Double {
    max(axis.dot(matrix * axis), 0).squareRoot()
  }
}
