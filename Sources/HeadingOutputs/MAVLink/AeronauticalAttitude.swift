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

  /// Variance of the yaw, rad²; `nil` if unknown.
  let yawVariance: Double?

  /// The attitude of a solution; `nil` while attitude or heading is not valid.
  init?(_ solution: HeadingSolution, north: MAVLinkConfiguration.North) {
    guard let attitude = solution.attitude.value, let heading = solution.azimuth(from: north)
    else { return nil }
    // An external compass may determine the heading: the attitude is turned to agree with it.
    let direction = attitude * solution.headingAxis.direction
    let own = Heading<MagneticNorth>(
      Angle(radians: Double.atan2(y: direction.x, x: direction.y)))
    let turn = Angle(degrees: heading - own.degrees)
    self.attitude = Quaternion(angle: -turn, axis: Vector3(0, 0, 1)) * attitude
    angles = AttitudeAngles(self.attitude)
    let accuracy =
      north == .geographic ? solution.trueHeadingAccuracy : solution.headingAccuracy
    yawVariance = accuracy.value.map { $0.radians * $0.radians }
  }

  /// The quaternion FRD to NED: w, x, y, z.
  var quaternion: [Float] {
    let turned = attitude.aeronautical
    return [turned.w, turned.vector.x, turned.vector.y, turned.vector.z].map { Float($0) }
  }
}

extension HeadingSolution {
  /// Degrees from the output's north, 0 <= azimuth < 360; `nil` while not valid.
  func azimuth(from north: MAVLinkConfiguration.North) -> Double? {
    switch north {
    case .geographic: trueHeading.value?.degrees
    case .magnetic: magneticHeading.value?.degrees
    }
  }

  /// The angular rate about forward, right, down, rad/s; NaN while not valid.
  var aeronauticalRate: Vector3 {
    rotationRate.value?.aeronautical ?? Vector3(.nan, .nan, .nan)
  }
}
