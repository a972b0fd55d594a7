import HeadingGeometry

/// Response of the low-passed specific force's lag to the gyroscope bias.
///
/// D = W − LP(W), W = ∫ a dt, with a the two rows that map a bias to the tilt rate, and LP the
/// second-order Butterworth low-pass of ``VectorLowPass``. For a device that does not rotate, D
/// tends to √2/ω = τ times a.
struct BiasLag {
  /// Response of the tilt's x component to the bias, s.
  private(set) var first: Vector3 = .zero
  /// Response of its y component, s.
  private(set) var second: Vector3 = .zero
  private var firstRate: Vector3 = .zero
  private var secondRate: Vector3 = .zero

  /// Propagates with the rotation, body to levelled frame, over the last `interval` seconds, while
  /// the low-pass is a mean over `elapsed` seconds: D = W − mean(W).
  mutating func average(_ rotation: Matrix3, interval: Double, elapsed: Double) {
    let rows = rotation.rows
    let left = 1 - min(interval / elapsed, 1)
    first = (first + rows.y * interval) * left
    second = (second - rows.x * interval) * left
  }

  /// Propagates with the rotation, body to levelled frame, over the last `interval` seconds.
  mutating func update(_ rotation: Matrix3, interval: Double, timeConstant: Double) {
    let frequency = 2.0.squareRoot() / timeConstant
    let damping = 2.0.squareRoot() * frequency * interval
    let stiffness = frequency * frequency * interval
    let rows = rotation.rows
    // LP(W)″ = ω² D − √2 ω LP(W)′, implicit in the rate; D′ = a − LP(W)′.
    firstRate = (firstRate + first * stiffness) * (1 / (1 + damping))
    secondRate = (secondRate + second * stiffness) * (1 / (1 + damping))
    first += (rows.y - firstRate) * interval
    second += (-rows.x - secondRate) * interval
  }
}
