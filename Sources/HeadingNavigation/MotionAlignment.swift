import HeadingGeometry
import RealModule

/// The heading from accelerations: what the inertial sensors felt against how the velocity of the fixes changed.
///
/// Over a window the receiver's velocity changes by Δv and the accelerometer, turned with the
/// estimate's own heading, sums to Δu. If the heading is wrong by ψ (clockwise), Δv = R(−ψ) Δu + noise.
/// For independent noise of variance σ² an axis the likelihood of ψ, whatever its size, is exactly
/// proportional to exp(κ cos(ψ − ψ₀)) with κ cos ψ₀ = Σ Δu·Δv / σ² and κ sin ψ₀ = Σ (Δv × Δu) / σ²
/// (von Mises's distribution). Two sums thus stand for a bank of filters over all headings.
struct MotionAlignment: Sendable {
  private var cosine = 0.0
  private var sine = 0.0
  private var energy = 0.0
  private var weight = 0.0
  private var push = Vector3.zero
  private var elapsed = 0.0
  private var turn = 0.0

  /// How fast the heading turned, rad/s, times the squared accelerations that tell of it, and these alone.
  private var turning = 0.0
  private var mass = 0.0
  private var anchor: SIMD2<Double>?

  /// A window should be long against a fix's noise and short against the wander of the tilt, s.
  private static let window = 0.9

  /// Windows longer than this have lost their tilt, s.
  private static let longest = 3.0

  /// Error of the accelerations by tilt and offset, m/s².
  private static let accelerationError = 0.15

  /// The heading may drift by the gyroscope's offset; older windows fade with this time, s.
  private static let memory = 30.0

  /// How sharp the likelihood is: the inverse of the variance, 1/rad².
  var concentration: Double { (cosine * cosine + sine * sine).squareRoot() }

  /// The heading's error, rad, positive if the true heading is further clockwise.
  var correction: Double { Double.atan2(y: sine, x: cosine) }

  /// 1σ of it, rad; a velocity that lags by some time turns the heading by as much as the device turns in that time.
  ///
  /// - Parameter lag: 1σ of the lag, s.
  /// - Returns: 1σ of the correction, rad.
  func deviation(lag: Double) -> Double {
    guard concentration > 0, mass > 0 else { return .pi }
    let bent = lag * turnRate
    return (1 / concentration + bent * bent).squareRoot()
  }

  /// How fast the heading turned while it was told, rad/s, counterclockwise: a lag turns the correction by as much in its
  /// time.
  var turnRate: Double { mass > 0 ? turning / mass : 0 }

  /// How much likelier a correction is than the opposite one, the logarithm of the ratio.
  ///
  /// - Parameter angle: The correction, rad.
  /// - Returns: Positive if the accelerations speak for it, negative if for the opposite one.
  func support(of angle: Double) -> Double {
    2 * (cosine * Double.cos(angle) + sine * Double.sin(angle))
  }

  /// Whether one heading explains the windows: the squares left are those expected.
  ///
  /// Σ |Δv − RΔu|² / σ² has two degrees of freedom a window.
  var isConsistent: Bool { weight > 2 && energy - 2 * concentration < 5 * weight }

  /// Takes the integral of the specific force, m/s, and the turn about the vertical, rad, both turned by the estimate's
  /// attitude.
  mutating func add(push change: Vector3, turn angle: Double, interval: Double) {
    push += change
    turn += angle
    elapsed += interval
  }

  /// The estimate's heading has been turned by an angle, rad, clockwise.
  mutating func turn(by angle: Double) {
    let (c, s) = (Double.cos(angle), Double.sin(angle))
    (cosine, sine) = (cosine * c + sine * s, sine * c - cosine * s)
    push = Vector3(push.x * c + push.y * s, push.y * c - push.x * s, push.z)
  }

  /// Takes the velocity of a fix, m/s, east and north, with its 1σ an axis.
  mutating func update(velocity: SIMD2<Double>, deviation: Double) {
    guard let start = anchor, elapsed < Self.longest else {
      begin(velocity)
      return
    }
    guard elapsed >= Self.window else { return }
    let change = velocity - start
    let drift = Self.accelerationError * elapsed
    let variance = 2 * deviation * deviation + drift * drift
    let fade = Double.exp(-elapsed / Self.memory)
    cosine = cosine * fade + (push.x * change.x + push.y * change.y) / variance
    sine = sine * fade + (change.x * push.y - change.y * push.x) / variance
    energy =
      energy * fade
      + (push.x * push.x + push.y * push.y + change.x * change.x + change.y * change.y) / variance
    weight = weight * fade + 1
    let share = (push.x * push.x + push.y * push.y) / variance
    turning = turning * fade + share * turn / elapsed
    mass = mass * fade + share
    begin(velocity)
  }

  private mutating func begin(_ velocity: SIMD2<Double>) {
    anchor = velocity
    push = .zero
    turn = 0
    elapsed = 0
  }
}
