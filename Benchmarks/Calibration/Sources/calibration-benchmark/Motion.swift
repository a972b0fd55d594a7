import Foundation
import HeadingGeometry

/// How the device is turned while the samples are taken.
enum Motion: String, CaseIterable {
  case fullSphere = "full sphere"
  case figureOfEight = "figure of eight, tilt to 60°"
  case turns30 = "two yaw turns, tilt ±30°"
  case turns10 = "two yaw turns, tilt ±10°"
  case turns3 = "two yaw turns, tilt ±3°"
  case halfTurn = "half a turn, tilt ±10°"

  /// Attitude at a part 0…1 of the motion.
  func attitude(at part: Double) -> Quaternion {
    let turn = 2 * Double.pi
    func angles(_ heading: Double, _ pitch: Double, _ roll: Double) -> Quaternion {
      AttitudeAngles(
        heading: Angle(radians: heading), pitch: Angle(radians: pitch), roll: Angle(radians: roll)
      ).quaternion
    }
    func swing(_ turns: Double, _ tilt: Double) -> Quaternion {
      let tilt = Angle(degrees: tilt).radians
      return angles(
        turn * turns * part, tilt * sin(7 * turn * part), tilt * sin(5 * turn * part + 1))
    }
    switch self {
    case .fullSphere:
      return angles(
        turn * 3.2 * part, Angle(degrees: 85).radians * sin(7.3 * turn * part),
        turn * 2.3 * part + 0.3)
    case .figureOfEight:
      let tilt = Angle(degrees: 60).radians
      return angles(
        2 * turn * part, tilt * sin(5 * turn * part), tilt * sin(10 * turn * part + 0.5))
    case .turns30: return swing(2, 30)
    case .turns10: return swing(2, 10)
    case .turns3: return swing(2, 3)
    case .halfTurn: return swing(0.5, 10)
    }
  }
}
