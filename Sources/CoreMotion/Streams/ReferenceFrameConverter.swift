import HeadingGeometry
import HeadingProtocol
import Synchronization

/// Converts the attitudes of updates from ENU to a reference frame with x north, y west, z up.
final class ReferenceFrameConverter: Sendable {
  /// The result of a conversion.
  enum Result: Sendable {
    /// The update has no attitude.
    case none

    /// True north was requested and is unknown.
    case noTrueNorth

    /// The attitude, and the heading from the frame's north, °, negative for none.
    case turned(Quaternion, Double)
  }

  private let frame: CMAttitudeReferenceFrame
  private let start = Mutex<Double?>(nil)

  init(_ frame: CMAttitudeReferenceFrame) { self.frame = frame }

  func turned(_ message: SolutionMessage) -> Result {
    guard let q = message.attitude, q.count == 4 else { return .none }
    // The protocol rounds the quaternion.
    let attitude = Quaternion(w: q[0], x: q[1], y: q[2], z: q[3]).normalized ?? .identity
    if frame == .xMagneticNorthZVertical {
      return .turned(Self.turn(-90) * attitude, message.magneticHeading ?? -1)
    }
    if frame == .xTrueNorthZVertical {
      guard let declination = message.declination, let heading = message.trueHeading else {
        return .noTrueNorth
      }
      // Magnetic north lies clockwise of true north by the declination.
      return .turned(Self.turn(-90 - declination) * attitude, heading)
    }
    // x is the initial direction of the device's right side, so that yaw starts at zero.
    let heading = AttitudeAngles(attitude).heading.degrees
    let first = start.withLock { start in
      let first = start ?? heading
      start = first
      return first
    }
    return .turned(Self.turn(first) * attitude, -1)
  }

  /// Returns a rotation about the vertical, counterclockwise, by an angle in degrees.
  private static func turn(_ degrees: Double) -> Quaternion {
    Quaternion(angle: Angle(degrees: degrees), axis: Vector3(0, 0, 1))
  }
}
