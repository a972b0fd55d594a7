import HeadingGeometry
import RealModule

/// The heading from accelerations: what the inertial sensors felt against how the velocity of the fixes changed.
///
/// Over a window the receiver's velocity changes by Δv and the accelerometer, turned with the
/// estimate's own heading, sums to Δu. If the heading is wrong by ψ (clockwise), Δv = R(−ψ) Δu + noise.
/// For independent noise of variance σ² an axis the likelihood of ψ, whatever its size, is exactly
/// proportional to exp(κ cos(ψ − ψ₀)) with κ cos ψ₀ = Σ Δu·Δv / σ² and κ sin ψ₀ = Σ (Δv × Δu) / σ²
/// (von Mises's distribution). Two sums thus stand for a bank of filters over all headings.
///
/// The sums are about their means: what the tilt and the accelerometer's offset add is alike from window to window and is no noise.
/// The noise is what the windows leave unexplained, or what is claimed, whichever is more: a receiver that smooths has
/// errors that are alike in neighbouring windows.
struct MotionAlignment: Sendable {
  private var dots = 0.0
  private var crosses = 0.0
  private var squares = 0.0

  /// Sums of the changes of velocity, felt and seen, weighted.
  private var felt = SIMD2<Double>.zero
  private var seen = SIMD2<Double>.zero

  /// Sum of the weights, and number of the windows.
  private var weights = 0.0
  private var count = 0.0
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

  /// Error of the accelerations by what wanders of tilt and offset, m/s².
  private static let accelerationError = 0.15

  /// The heading may drift by the gyroscope's offset; older windows fade with this time, s.
  private static let memory = 30.0

  /// So many windows tell a direction, its mean and its noise.
  private static let fewest = 5.0

  private var share: Double { weights > 0 ? 1 / weights : 0 }
  private var cosine: Double { dots - (felt * seen).sum() * share }
  private var sine: Double { crosses - (seen.x * felt.y - felt.x * seen.y) * share }

  /// What the windows leave unexplained over what is claimed, as a ratio of variances; 1 at least.
  private var excess: Double {
    let all = squares - ((felt * felt).sum() + (seen * seen).sum()) * share
    let left = all - 2 * (cosine * cosine + sine * sine).squareRoot()
    return max(left / max(2 * count - 3, 1), 1)
  }

  /// How sharp the likelihood is: the inverse of the variance, 1/rad².
  var concentration: Double { (cosine * cosine + sine * sine).squareRoot() / excess }

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
    2 * (cosine * Double.cos(angle) + sine * Double.sin(angle)) / excess
  }

  /// Whether one heading explains the windows.
  var isConsistent: Bool { count > Self.fewest && excess < 2.5 }

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
    (dots, crosses) = (dots * c + crosses * s, crosses * c - dots * s)
    push = Vector3(push.x * c + push.y * s, push.y * c - push.x * s, push.z)
    felt = SIMD2(felt.x * c + felt.y * s, felt.y * c - felt.x * s)
  }

  /// Takes the velocity of a fix, m/s, east and north, with its 1σ an axis.
  mutating func update(velocity: SIMD2<Double>, deviation: Double) {
    guard let start = anchor, elapsed < Self.longest else {
      begin(velocity)
      return
    }
    guard elapsed >= Self.window else { return }
    let change = velocity - start
    let own = SIMD2(push.x, push.y)
    let drift = Self.accelerationError * elapsed
    let weight = 1 / (2 * deviation * deviation + drift * drift)
    let fade = Double.exp(-elapsed / Self.memory)
    dots = dots * fade + (own * change).sum() * weight
    crosses = crosses * fade + (change.x * own.y - change.y * own.x) * weight
    squares = squares * fade + ((own * own).sum() + (change * change).sum()) * weight
    felt = felt * fade + own * weight
    seen = seen * fade + change * weight
    weights = weights * fade + weight
    count = count * fade + 1
    let energy = (own * own).sum() * weight
    turning = turning * fade + energy * turn / elapsed
    mass = mass * fade + energy
    begin(velocity)
  }

  private mutating func begin(_ velocity: SIMD2<Double>) {
    anchor = velocity
    push = .zero
    turn = 0
    elapsed = 0
  }
}
