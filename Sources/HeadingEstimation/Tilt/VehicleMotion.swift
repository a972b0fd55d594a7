import HeadingGeometry
import HeadingSensing

/// Vehicle acceleration from an external velocity, to correct the specific force.
///
/// Between two velocities the body is assumed to move along its own axes, as vehicles do: the
/// velocity v rotates with the body about the vertical, a = ω_up × v, and the speed continues to
/// change at its last rate. The acceleration is not used if the specific force does not contain it
/// (a phone that is turned by hand in a car).
struct VehicleMotion {
  private var velocity: Vector3 = .zero
  private var direction: Vector3 = .zero
  private var lengthRate = 0.0
  private var speed = 0.0
  private var time: BootTime?
  private var seen = 0.0
  private var expected = 0.0

  /// Validity of a velocity, s: receivers report one per second.
  private static let lifetime = 2.5

  /// Accelerations below this, m/s², tilt the specific force by less than 2° and are ignored.
  private static let smallest = 0.3

  /// Whether a velocity has been received.
  var isKnown: Bool { time != nil }

  /// Updates the velocity, m/s, magnetic ENU.
  mutating func update(velocity new: Vector3, attitude: Quaternion, at moment: BootTime) {
    guard new.isFinite, new.squaredLength < 1e6 else { return }
    let elapsed = time.map { moment.seconds(since: $0) } ?? 0
    guard time == nil || elapsed > 0 else { return }
    lengthRate = elapsed > 0.05 && elapsed < 3 ? (new.length - speed) / elapsed : 0
    speed = new.length
    velocity = attitude.conjugate * new
    direction = velocity.direction ?? .zero
    time = moment
  }

  /// The acceleration to subtract from a specific force, m/s², body frame.
  ///
  /// - Parameters:
  ///   - force: The specific force, m/s², body frame.
  ///   - up: The direction of up, body frame.
  ///   - rate: The angular rate, rad/s, body frame.
  ///   - interval: Seconds since the previous specific force.
  ///   - moment: The time of validity of the specific force.
  /// - Returns: The acceleration; zero if none is known or contained in the force.
  mutating func acceleration(
    in force: Vector3, up: Vector3, rate: Vector3, interval: Double, at moment: BootTime
  ) -> Vector3 {
    guard let time, abs(moment.seconds(since: time)) < Self.lifetime else {
      (seen, expected) = (0, 0)
      return .zero
    }
    let acceleration = (up * rate.dot(up)).cross(velocity) + direction * lengthRate
    let share = interval / (2 + interval)
    seen += (force.dot(acceleration) - up.dot(force) * up.dot(acceleration) - seen) * share
    expected += (acceleration.squaredLength - expected) * share
    guard expected > Self.smallest * Self.smallest, seen > 0.5 * expected else { return .zero }
    return acceleration
  }
}
