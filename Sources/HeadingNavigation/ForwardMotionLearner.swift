import HeadingGeometry

/// Finds out that a vehicle moves along one axis of its own only, and which of the body's that is.
///
/// A phone in a holder shows its back to the road, a board sits across: the axis may be any. A course in line with a
/// heading proves nothing, for a boat that meets no current on one leg does so on the next. The direction of the velocity in the
/// body frame must stay the same over a way long enough and with turns in it, by a heading that knows nothing of it.
struct ForwardMotionLearner: Sendable {
  /// Whether the vehicle is taken to move forward only.
  private(set) var isLearnt = false

  private var distance = 0.0
  private var turned = 0.0
  private var weight = 0.0

  /// Sums of the direction of the motion, and of up, body, by the way.
  private var directions = Vector3.zero
  private var ups = Vector3.zero

  /// A heading worse than this, rad, cannot tell.
  private static let headingLimit = 0.035

  /// Slower than this, m/s, the velocity's own error shows.
  private static let slowest = 1.0

  /// In faster turns, rad/s, slip and the distance to the axle bend the direction.
  private static let straight = 0.15

  /// Way, m, and turns, rad, that it takes.
  private static let neededDistance = 400.0
  private static let neededTurns = 4.7

  /// How much the direction may vary, 1σ an axis, rad, for it to count as one, and beyond which it does not any more.
  private static let learntSpread = 0.04
  private static let lostSpread = 0.08

  /// Older motion fades within this distance, m.
  private static let memory = 500.0

  /// The vehicle's axes: a rotation, vehicle (right, forward, up) to body; `nil` where they are not known.
  ///
  /// Its up axis is the mean of the vertical across the motion: roads are level on the mean.
  var vehicle: Quaternion? {
    guard let forward = directions.direction,
      let up = (ups - forward * ups.dot(forward)).direction
    else { return nil }
    return Quaternion(rotation: Matrix3(columns: forward.cross(up), forward, up))
  }

  /// Takes note of some time's motion.
  ///
  /// - Parameters:
  ///   - direction: Direction of the velocity, body.
  ///   - up: Direction of up, body.
  ///   - speed: Speed, m/s.
  ///   - turnRate: Angular rate about the vertical, rad/s.
  ///   - seconds: How long it lasted, s.
  ///   - headingDeviation: 1σ of the heading, rad.
  mutating func note(
    direction: Vector3, up: Vector3, speed: Double, turnRate: Double, seconds: Double,
    headingDeviation: Double
  ) {
    guard speed > Self.slowest, headingDeviation < Self.headingLimit else { return }
    let way = speed * seconds
    // Not faded: they are counted up to what it takes.
    distance += way
    turned += abs(turnRate) * seconds
    guard abs(turnRate) < Self.straight else { return }
    let fade = max(0, 1 - way / Self.memory)
    directions = directions * fade + direction * way
    ups = ups * fade + up * way
    weight = weight * fade + way
    // A mean of unit vectors is shorter than 1 by half of their variance.
    let variance = 2 * (1 - directions.length / weight)
    if isLearnt {
      if variance > 2 * Self.lostSpread * Self.lostSpread { forget() }
    } else if distance > Self.neededDistance, turned > Self.neededTurns {
      isLearnt = variance < 2 * Self.learntSpread * Self.learntSpread
    }
  }

  /// Begins anew.
  mutating func forget() { self = ForwardMotionLearner() }
}
