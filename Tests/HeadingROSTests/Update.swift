import HeadingGeometry
import HeadingProtocol
import HeadingSensing

/// Updates with the attitude that their angles describe.
enum Update {
  /// An update of a device with these angles, degrees, as docs/design.md defines them:
  /// Rz(−heading) · Rx(pitch) · Ry(roll).
  static func at(heading: Double, pitch: Double = 0, roll: Double = 0) -> SolutionMessage {
    var update = SolutionMessage(
      bootTime: 100.5, headingAxis: "+y", status: .valid, reasons: [], simulated: false,
      latency: 0)
    let attitude =
      Quaternion(angle: Angle(degrees: -heading), axis: Vector3(0, 0, 1))
      * Quaternion(angle: Angle(degrees: pitch), axis: Vector3(1, 0, 0))
      * Quaternion(angle: Angle(degrees: roll), axis: Vector3(0, 1, 0))
    update.attitude = [
      attitude.w, attitude.vector.x, attitude.vector.y, attitude.vector.z,
    ]
    update.magneticHeading = heading
    update.rotationRate = [0, 0, 0]
    return update
  }

  /// A vector of the earth frame in the body frame of an update.
  static func body(_ earth: Vector3, in update: SolutionMessage) -> [Double] {
    let q = update.attitude ?? []
    let body =
      Quaternion(w: q[0], x: q[1], y: q[2], z: q[3]).conjugate * earth
    return [body.x, body.y, body.z]
  }
}
