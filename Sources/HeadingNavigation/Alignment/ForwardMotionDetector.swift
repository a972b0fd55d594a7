import HeadingGeometry

/// Detects that a vehicle moves along one of its axes only, and estimates that axis in the body
/// frame.
///
/// The axis may be any: the back of a phone in a holder points forward, a board may be mounted
/// sideways. Equal course and heading on one leg are not sufficient evidence: a boat may drift with
/// a current on the next leg. The direction of the velocity in the body frame must therefore stay
/// constant over a distance that includes turns, while the heading is known independently of it.
struct ForwardMotionDetector: Sendable {
  /// Whether the vehicle is assumed to move forward only.
  private(set) var isDetected = false

  private var distance = 0.0
  private var turnSum = 0.0
  private var weightSum = 0.0

  /// Sums of the directions of velocity and of up, body frame, weighted by distance, m.
  private var directionSum = Vector3.zero
  private var upSum = Vector3.zero

  /// Maximum heading 1σ, rad (2°), half of the spread that is tested.
  private static let headingLimit = 0.035

  /// Minimum speed, m/s; below it the velocity error dominates the direction.
  private static let minimumSpeed = 1.0

  /// Maximum turn rate, rad/s; above it side slip and the lever arm to the axle change the
  /// direction.
  private static let maximumTurnRate = 0.15

  /// Required distance, m, and sum of the absolute turns, rad: 270°.
  private static let requiredDistance = 400.0
  private static let requiredTurns = 4.7

  /// 1σ per axis of the direction, rad, below which forward motion is detected, and above which the
  /// detection is discarded.
  private static let detectionSpread = 0.04
  private static let lossSpread = 0.08

  /// Distance over which the weight of earlier directions decays by a factor of e, m.
  private static let decayDistance = 500.0

  /// The vehicle's axes: rotation from vehicle (right, forward, up) to body; `nil` while unknown.
  ///
  /// The up axis is the mean vertical perpendicular to the motion: roads are level on average.
  var vehicle: Quaternion? {
    guard let forward = directionSum.direction,
      let up = (upSum - forward * upSum.dot(forward)).direction
    else { return nil }
    return Quaternion(rotation: Matrix3(columns: forward.cross(up), forward, up))
  }

  /// Processes the motion of one interval.
  ///
  /// - Parameters:
  ///   - direction: Direction of the velocity, body.
  ///   - up: Direction of up, body.
  ///   - speed: Speed, m/s.
  ///   - turnRate: Angular rate about the vertical, rad/s.
  ///   - seconds: Length of the interval, s.
  ///   - headingDeviation: 1σ of the heading, rad.
  mutating func note(
    direction: Vector3, up: Vector3, speed: Double, turnRate: Double, seconds: Double,
    headingDeviation: Double
  ) {
    guard speed > Self.minimumSpeed, headingDeviation < Self.headingLimit else { return }
    let travelled = speed * seconds
    // These two sums do not decay: they are compared with the required amounts.
    distance += travelled
    turnSum += abs(turnRate) * seconds
    guard abs(turnRate) < Self.maximumTurnRate else { return }
    let fade = max(0, 1 - travelled / Self.decayDistance)
    directionSum = directionSum * fade + direction * travelled
    upSum = upSum * fade + up * travelled
    weightSum = weightSum * fade + travelled
    // The mean of unit vectors is shorter than 1 by half their variance, the sum of both axes.
    let variance = 2 * (1 - directionSum.length / weightSum)
    if isDetected {
      if variance > 2 * Self.lossSpread * Self.lossSpread { forget() }
    } else if distance > Self.requiredDistance, turnSum > Self.requiredTurns {
      isDetected = variance < 2 * Self.detectionSpread * Self.detectionSpread
    }
  }

  /// Resets the detection.
  mutating func forget() { self = ForwardMotionDetector() }
}
