import HeadingGeometry
import RealModule

/// How wrong the horizon may be: 1σ of the direction of up.
///
/// The accelerometer's own offset, what the gyroscope's scale error turns the horizon by within the levelling
/// time, what is left of accelerations, seen in how fast the horizon is being turned, turns that were
/// missed, accelerations that last, seen in the averaged specific force, and those that come and go.
struct TiltUncertainty {
  private var squaredRate = 0.0
  private var squaredTurn = 0.0

  /// Accelerations that come and go within half a minute.
  private(set) var sway = HorizonSway()

  /// 1σ of the tilt by turns that have been missed, rad; fades as gravity shows up again.
  private(set) var lost = 0.0

  /// Tilt that a lasting acceleration would cause, rad: what the averaged specific force has more or less than gravity.
  private(set) var strain = 0.0

  /// 1σ of the tilt by turns that were missed and accelerations that last, rad.
  var disturbance: Double { (lost * lost + strain * strain).squareRoot() }

  /// Takes the averaged specific force, m/s²; two percent of it are the accelerometer's own scale error.
  ///
  /// A horizontal acceleration a makes |f|² = g² + a² and tilts the horizon by a/g.
  mutating func strain(by force: Vector3) {
    let gravity = PhysicalConstants.standardGravity
    strain = min(
      max(0, abs(force.squaredLength / (gravity * gravity) - 1) - 0.04).squareRoot(), 1)
  }

  /// Root mean square of the rate within the last seconds, rad/s.
  var usualRate: Double { squaredRate.squareRoot() }

  /// A turn of about this size, rad, has been missed.
  mutating func lose(_ turn: Double) {
    lost = max(lost, min(turn, 0.5))
    if turn > Self.smallTurn { sway.interrupt() }
  }

  /// The horizon is found anew.
  mutating func beginLevelling() { sway.interrupt() }

  /// A missed turn that is none among the swings of a horizon, rad.
  private static let smallTurn = Angle(degrees: 0.5).radians

  /// Takes the rate, rad/s.
  mutating func turn(_ rate: Vector3, interval: Double) {
    let share = interval / (3 + interval)
    squaredRate += (rate.squaredLength - squaredRate) * share
    lost *= 1 - share
  }

  /// Takes the turn of the horizon, rad, that a specific force has caused.
  mutating func level(
    _ turn: Vector3, interval: Double, isSettled: Bool, noise: Double, scale: Double,
    hasGyroscope: Bool, isAtRest: Bool
  ) {
    guard interval > 0, isSettled else { return }
    if hasGyroscope {
      sway.update(
        turn, interval: interval, drift: noise * noise + scale * scale * squaredRate,
        isAtRest: isAtRest)
    } else {
      sway.interrupt(for: interval)
    }
    let share = interval / (3 + interval)
    let rate = turn.squaredLength / (interval * interval)
    squaredTurn += (rate - squaredTurn) * share
  }

  /// 1σ, rad.
  func deviation(hasGyroscope: Bool, age: Double) -> Double {
    let offset = Angle(degrees: 0.15).radians
    let scale = 0.0008 * 3
    let young = max(0, 1 - age) * Angle(degrees: 2).radians
    let hand = hasGyroscope ? 0 : Angle(degrees: 2).radians
    let variance =
      offset * offset + scale * scale * squaredRate + 0.04 * squaredTurn + disturbance * disturbance
      + sway.deviation * sway.deviation + young * young + hand * hand
    return min(variance.squareRoot(), .pi)
  }
}
