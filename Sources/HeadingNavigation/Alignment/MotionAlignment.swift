import HeadingGeometry
import RealModule

/// Heading alignment from accelerations: integrated specific force against velocity changes of the
/// fixes.
///
/// Over a window the receiver's velocity changes by Δv, and the specific force, rotated with the
/// estimated heading, integrates to Δu. For a heading error ψ (clockwise), Δv = R(−ψ) Δu + noise.
/// With independent noise of variance σ² per axis the likelihood of ψ is exactly a von Mises
/// distribution, ∝ exp(κ cos(ψ − ψ₀)) with κ cos ψ₀ = Σ Δu·Δv / σ² and κ sin ψ₀ = Σ (Δv × Δu) / σ²,
/// for any ψ. Two sums therefore replace a multiple-model estimator over all headings.
///
/// The sums are centred: tilt and accelerometer bias add nearly the same to each window and are not
/// noise. σ² is the larger of the reported variance and that of the residuals, because a receiver
/// that smooths has correlated errors in neighbouring windows.
struct MotionAlignment: Sendable {
  private var dots = 0.0
  private var crosses = 0.0
  private var squares = 0.0

  /// Weighted sums of the velocity changes from the accelerometer and from the fixes.
  private var inertialSum = SIMD2<Double>.zero
  private var fixSum = SIMD2<Double>.zero

  /// Sum of the weights, and number of windows.
  private var weights = 0.0
  private var count = 0.0
  private var velocityIncrement = Vector3.zero
  private var elapsed = 0.0
  private var turn = 0.0

  /// Turn rate, rad/s, weighted with the squared velocity changes, and the sum of these weights.
  private var turning = 0.0
  private var mass = 0.0
  private var anchor: SIMD2<Double>?

  /// Length of a window, s: long for the noise of a fix, short for the drift of the tilt.
  private static let window = 0.9

  /// Windows longer than this, s, are discarded: the tilt drifts.
  private static let longest = 3.0

  /// 1σ of the acceleration error caused by variations of tilt and bias, m/s².
  private static let accelerationError = 0.15

  /// Forgetting time of older windows, s: the heading drifts with the gyroscope bias.
  private static let memory = 30.0

  /// Minimum number of windows for heading, mean and noise.
  private static let fewest = 5.0

  private var share: Double { weights > 0 ? 1 / weights : 0 }
  private var cosine: Double { dots - (inertialSum * fixSum).sum() * share }
  private var sine: Double {
    crosses - (fixSum.x * inertialSum.y - inertialSum.x * fixSum.y) * share
  }

  /// Ratio of the residual variance to the reported variance; at least 1.
  private var excess: Double {
    let all = squares - ((inertialSum * inertialSum).sum() + (fixSum * fixSum).sum()) * share
    let left = all - 2 * (cosine * cosine + sine * sine).squareRoot()
    return max(left / max(2 * count - 3, 1), 1)
  }

  /// Concentration κ of the likelihood: the inverse variance, 1/rad².
  var concentration: Double { (cosine * cosine + sine * sine).squareRoot() / excess }

  /// Most likely heading error, rad, positive if the true heading is further clockwise.
  var correction: Double { Double.atan2(y: sine, x: cosine) }

  /// 1σ of the correction, rad; a velocity latency rotates the heading by the turn during that
  /// time.
  ///
  /// - Parameter lag: 1σ of the lag, s.
  /// - Returns: 1σ of the correction, rad.
  func deviation(lag: Double) -> Double {
    guard concentration > 0, mass > 0 else { return .pi }
    let bent = lag * turnRate
    return (1 / concentration + bent * bent).squareRoot()
  }

  /// Mean turn rate, rad/s, counterclockwise; the correction is biased by its product with the
  /// latency.
  var turnRate: Double { mass > 0 ? turning / mass : 0 }

  /// Log-likelihood ratio of a correction against the opposite one.
  ///
  /// - Parameter angle: The correction, rad.
  /// - Returns: Positive if the accelerations favour the correction, negative if the opposite one.
  func support(of angle: Double) -> Double {
    2 * (cosine * Double.cos(angle) + sine * Double.sin(angle)) / excess
  }

  /// Whether one heading explains all windows.
  var isConsistent: Bool { count > Self.fewest && excess < 2.5 }

  /// Adds the integral of the specific force, m/s, and the turn about the vertical, rad, both in
  /// the estimated ENU frame.
  mutating func add(velocityIncrement change: Vector3, turn angle: Double, interval: Double) {
    velocityIncrement += change
    turn += angle
    elapsed += interval
  }

  /// Rotates the sums after a clockwise correction of the heading, rad.
  mutating func turn(by angle: Double) {
    let (c, s) = (Double.cos(angle), Double.sin(angle))
    (dots, crosses) = (dots * c + crosses * s, crosses * c - dots * s)
    velocityIncrement = Vector3(
      velocityIncrement.x * c + velocityIncrement.y * s,
      velocityIncrement.y * c - velocityIncrement.x * s, velocityIncrement.z)
    inertialSum = SIMD2(
      inertialSum.x * c + inertialSum.y * s, inertialSum.y * c - inertialSum.x * s)
  }

  /// Adds the velocity of a fix, m/s, east and north, with its 1σ per axis.
  mutating func update(velocity: SIMD2<Double>, deviation: Double) {
    guard let start = anchor, elapsed < Self.longest else {
      begin(velocity)
      return
    }
    guard elapsed >= Self.window else { return }
    let change = velocity - start
    let own = SIMD2(velocityIncrement.x, velocityIncrement.y)
    let drift = Self.accelerationError * elapsed
    let weight = 1 / (2 * deviation * deviation + drift * drift)
    let fade = Double.exp(-elapsed / Self.memory)
    dots = dots * fade + (own * change).sum() * weight
    crosses = crosses * fade + (change.x * own.y - change.y * own.x) * weight
    squares = squares * fade + ((own * own).sum() + (change * change).sum()) * weight
    inertialSum = inertialSum * fade + own * weight
    fixSum = fixSum * fade + change * weight
    weights = weights * fade + weight
    count = count * fade + 1
    let energy = (own * own).sum() * weight
    turning = turning * fade + energy * turn / elapsed
    mass = mass * fade + energy
    begin(velocity)
  }

  private mutating func begin(_ velocity: SIMD2<Double>) {
    anchor = velocity
    velocityIncrement = .zero
    turn = 0
    elapsed = 0
  }
}
