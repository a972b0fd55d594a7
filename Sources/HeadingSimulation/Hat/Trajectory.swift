public import HeadingGeometry
import RealModule

/// Motion of the simulated board; attitudes refer to magnetic north unless stated otherwise.
public enum Trajectory: Sendable, Hashable {
  /// At rest.
  case still(AttitudeAngles)

  /// Rotation about the vertical at a constant rate (clockwise positive) with constant pitch and
  /// roll.
  case turning(ratePerSecond: Angle, pitch: Angle, roll: Angle)

  /// Level turns of 90° in 5 s with 5 s of rest between, as in a calibration on a table.
  case levelTurns

  /// Figures of eight while the user turns, as in a calibration.
  case figureEight

  /// Slow rotation through all attitudes, as in a guided calibration.
  case tumbling

  /// Rest on each of the six sides for 6 s, with 2 s for each rotation between.
  case sixPoses

  /// A vehicle on an oval of 240 m by 120 m at about 10 m/s that banks in the turns.
  ///
  /// Its forward axis is along the velocity over ground.
  case driving

  /// A vehicle on straight legs of 12 s at 8 m/s with right turns of 45° between them.
  ///
  /// Its forward axis is along the velocity over ground; eight legs return to the start.
  case legs

  /// Displacement from the start, m, true ENU.
  func displacement(at time: Double) -> Vector3 {
    switch self {
    case .driving:
      let phase = Self.lapRate * time
      return Vector3(
        60 * Double.sin(phase), 120 * (1 - Double.cos(phase)), 2 * Double.sin(phase / 3))
    case .legs: return StraightLegs.displacement(at: time)
    case .still, .turning, .levelTurns, .figureEight, .tumbling, .sixPoses: return .zero
    }
  }

  /// Velocity, m/s, true ENU.
  func velocity(at time: Double) -> Vector3 {
    (displacement(at: time + Self.step) - displacement(at: time - Self.step)) / (2 * Self.step)
  }

  /// Kinematic acceleration, m/s², true ENU.
  func acceleration(at time: Double) -> Vector3 {
    (displacement(at: time + Self.step) - displacement(at: time) * 2
      + displacement(at: time - Self.step)) / (Self.step * Self.step)
  }

  /// Attitude, body to magnetic ENU.
  func attitude(at time: Double, declination: Angle) -> Quaternion {
    angles(at: time, declination: declination).quaternion
  }

  /// Angular rate, rad/s, body frame: central difference over 2 ms.
  func angularRate(at time: Double, declination: Angle) -> Vector3 {
    let half = 1e-3
    let before = attitude(at: time - half, declination: declination)
    let after = attitude(at: time + half, declination: declination)
    return (before.conjugate * after).rotationVector / (2 * half)
  }

  private func angles(at time: Double, declination: Angle) -> AttitudeAngles {
    switch self {
    case .still(let angles):
      return angles
    case .turning(let rate, let pitch, let roll):
      return AttitudeAngles(
        heading: Angle(radians: rate.radians * time), pitch: pitch, roll: roll)
    case .levelTurns:
      return AttitudeAngles(heading: Self.quarterTurns(at: time), pitch: .zero, roll: .zero)
    case .figureEight:
      return AttitudeAngles(
        heading: Angle(degrees: 12 * time + 50 * Double.sin(1.9 * time)),
        pitch: Angle(degrees: 60 * Double.sin(1.3 * time)),
        roll: Angle(degrees: 150 * Double.sin(0.45 * time) + 25 * Double.sin(2.6 * time)))
    case .tumbling:
      return AttitudeAngles(
        heading: Angle(degrees: 23 * time),
        pitch: Angle(degrees: 70 * Double.sin(0.41 * time)),
        roll: Angle(degrees: 170 * Double.sin(0.13 * time)))
    case .sixPoses:
      return Self.pose(at: time)
    case .driving, .legs:
      let velocity = velocity(at: time)
      let horizontal = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
      let course = Angle(radians: Double.atan2(y: velocity.x, x: velocity.y))
      let climb = Angle(radians: Double.atan2(y: velocity.z, x: horizontal))
      return AttitudeAngles(
        heading: course - declination,
        pitch: climb + Angle(degrees: 0.4 * Double.sin(7.1 * time)),
        roll: Angle(degrees: 1.5 * Double.sin(0.9 * time)))
    }
  }

  /// Heading of turns of 90° in 5 s with a smooth start and stop, and 5 s of rest.
  private static func quarterTurns(at time: Double) -> Angle {
    let period = (time / 10).rounded(.down)
    let progress = min((time - period * 10) / 5, 1)
    let eased = progress - Double.sin(2 * .pi * progress) / (2 * .pi)
    return Angle(degrees: 90 * (period + eased))
  }

  /// Attitude on the six sides in turn; the rotations start and stop smoothly.
  private static func pose(at time: Double) -> AttitudeAngles {
    let sides: [(pitch: Double, roll: Double)] = [
      (0, 0), (0, 90), (0, 180), (0, -90), (80, 0), (-80, 0),
    ]
    let count = (max(time, 0) / 8).rounded(.down)
    let since = max(time, 0) - count * 8
    let index = Int(count.truncatingRemainder(dividingBy: 6))
    let (from, to) = (sides[index], sides[(index + 1) % sides.count])
    let progress = max(0, (since - 6) / 2)
    let eased = progress - Double.sin(2 * .pi * progress) / (2 * .pi)
    return AttitudeAngles(
      heading: Angle(degrees: 30),
      pitch: Angle(degrees: from.pitch + (to.pitch - from.pitch) * eased),
      roll: Angle(degrees: from.roll + (to.roll - from.roll) * eased))
  }

  /// Step of the finite differences for velocity and acceleration, s.
  private static let step = 0.01

  /// Rate of the oval's parameter, rad/s.
  private static let lapRate = 0.1
}
