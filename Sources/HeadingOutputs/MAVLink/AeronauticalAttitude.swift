import HeadingEngine
import HeadingGeometry
import HeadingMAVLink
import HeadingSensing
import RealModule

/// An attitude relative to the output's north, with its covariance, in MAVLink's frames.
struct AeronauticalAttitude {
  /// The attitude, body to ENU of the output's north.
  let attitude: Quaternion

  /// Yaw (−180° < yaw <= 180°), pitch and roll; NED and FRD have the same angles.
  let angles: AttitudeAngles

  /// Covariance of roll, pitch and yaw, rad², the upper triangle row by row; `nil` if unknown.
  let covariance: [Double]?

  /// The attitude of a solution; `nil` while attitude or heading is not valid.
  init?(_ solution: HeadingSolution, north: OutputNorth) {
    guard let attitude = solution.attitude.value, let heading = solution.azimuth(from: north)
    else { return nil }
    // An external compass may determine the heading: the attitude is turned to agree with it.
    let direction = attitude * solution.headingAxis.direction
    let own = Heading<MagneticNorth>(
      Angle(radians: Double.atan2(y: direction.x, x: direction.y)))
    let turn = Angle(degrees: heading - own.degrees)
    self.attitude = Quaternion(angle: -turn, axis: Vector3(0, 0, 1)) * attitude
    angles = AttitudeAngles(self.attitude)
    covariance = Self.covariance(
      of: solution, north: north,
      jacobian: Self.jacobian(angles) * Quaternion(angle: -turn, axis: Vector3(0, 0, 1)).matrix)
  }

  /// Rotates the covariance to that of the angles: C = J·C·Jᵀ.
  private static func covariance(
    of solution: HeadingSolution, north: OutputNorth, jacobian: Matrix3
  ) -> [Double]? {
    guard let inner = solution.attitudeCovariance.value,
      let accuracy = north == .geographic
        ? solution.trueHeadingAccuracy.value : solution.headingAccuracy.value
    else { return nil }
    let variance = accuracy.radians * accuracy.radians
    var added = 0.0
    if solution.headingSource == .external {
      // The attitude's own heading is not the one that is sent.
      added = variance - inner.rows.z.z
    } else if let magnetic = solution.headingAccuracy.value {
      // The attitude is relative to magnetic north: the declination's variance comes in addition.
      added = max(variance - magnetic.radians * magnetic.radians, 0)
    }
    let sum = inner + Matrix3(diagonal: Vector3(0, 0, added))
    let outer = jacobian * sum * jacobian.transposed
    guard outer.isFinite else { return nil }
    let rows = outer.rows
    return [rows.x.x, rows.x.y, rows.x.z, rows.y.y, rows.y.z, rows.z.z]
  }

  /// Derivatives of roll, pitch and yaw by a small rotation about east, north and up.
  ///
  /// Inverse of the rotation's axes: roll turns about the forward axis, pitch about the horizontal
  /// axis to its right, yaw about down. Not finite where the forward axis is vertical.
  private static func jacobian(_ angles: AttitudeAngles) -> Matrix3 {
    let (sine, cosine) = (angles.heading.sine, angles.heading.cosine)
    let level = angles.pitch.cosine
    guard level > 1e-3 else { return Matrix3(diagonal: Vector3(.nan, .nan, .nan)) }
    let tangent = angles.pitch.sine / level
    return Matrix3(
      rows: Vector3(sine / level, cosine / level, 0), Vector3(cosine, -sine, 0),
      Vector3(sine * tangent, cosine * tangent, -1))
  }

  /// The quaternion FRD to NED: w, x, y, z.
  var quaternion: [Float] {
    let turned = attitude.aeronautical
    return [turned.w, turned.vector.x, turned.vector.y, turned.vector.z].map { Float($0) }
  }
}

extension HeadingSolution {
  /// The angular rate about forward, right, down, rad/s; NaN while not valid.
  var aeronauticalRate: Vector3 {
    rotationRate.value?.aeronautical ?? Vector3(.nan, .nan, .nan)
  }
}
