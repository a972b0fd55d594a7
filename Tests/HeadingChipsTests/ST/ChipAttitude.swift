import ChipSimulation
import Foundation
import HeadingGeometry

/// Attitude of a package in the field of central Europe, computed by trigonometry alone.
struct ChipAttitude: Sendable {
  /// Azimuth of y, degrees clockwise from north.
  let heading: Double
  /// Elevation of y, degrees.
  let pitch: Double
  /// Degrees, right side down.
  let roll: Double

  /// Eight headings at five tilts, up to 60°.
  static let all = stride(from: 0.0, to: 360, by: 45).flatMap { heading in
    [(0.0, 0.0), (30, 0), (-30, 20), (0, 60), (60, 0)].map { pitch, roll in
      ChipAttitude(heading: heading, pitch: pitch, roll: roll)
    }
  }

  /// Components along x, y and z of a vector with the components east, north, up.
  private func inPackage(_ vector: Vector3) -> Vector3 {
    let (h, p, r) = (heading * .pi / 180, pitch * .pi / 180, roll * .pi / 180)
    // About up, so that y points to the heading; about x; about y.
    let first = Vector3(
      cos(h) * vector.x - sin(h) * vector.y, sin(h) * vector.x + cos(h) * vector.y, vector.z)
    let second = Vector3(
      first.x, cos(p) * first.y + sin(p) * first.z, -sin(p) * first.y + cos(p) * first.z)
    return Vector3(
      cos(r) * second.x - sin(r) * second.z, second.y, sin(r) * second.x + cos(r) * second.z)
  }

  /// What acts on the package.
  var environment: ChipEnvironment {
    var environment = ChipEnvironment()
    environment.field = inPackage(Vector3(0, 20e-6, -44e-6))
    environment.acceleration = inPackage(Vector3(0, 0, PhysicalConstants.standardGravity))
    environment.rate = inPackage(Vector3(0.3, -0.5, 0.8))
    return environment
  }

  /// The heading of y, degrees, from the field and the specific force at rest.
  static func heading(field: Vector3, acceleration: Vector3) -> Double {
    let east = field.cross(acceleration)
    let north = acceleration.cross(east)
    let degrees =
      atan2(east.y / east.length, north.y / north.length) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
