import HeadingGeometry

/// A second-order Butterworth low-pass for vectors, on real time stamps.
///
/// y″ + √2·ω·y′ + ω²·y = ω²·u with ω = √2/τ, integrated by the trapezoidal rule, which is stable
/// for every step. During the first τ seconds the output is the mean of the inputs, so that it
/// starts without a transient.
struct VectorLowPass {
  private(set) var value: Vector3 = .zero
  /// Its time derivative, 1/s; zero while it is a mean.
  private(set) var rate: Vector3 = .zero
  private var previousInput: Vector3 = .zero
  private(set) var elapsed = 0.0

  /// Resets the filter.
  mutating func reset() { self = VectorLowPass() }

  /// Keeps the output but limits its weight to that of a mean over `duration` seconds.
  mutating func limitMemory(to duration: Double) {
    elapsed = min(elapsed, duration)
    rate = .zero
  }

  /// Adds an input over the last `interval` seconds.
  @inline(__always)
  mutating func update(_ input: Vector3, interval: Double, timeConstant: Double) {
    if elapsed < timeConstant {
      // A time-weighted mean; the first sample has full weight.
      let weight = elapsed > 0 ? interval / (elapsed + interval) : 1
      value += (input - value) * weight
      elapsed += max(interval, 1e-9)
      rate = .zero
    } else {
      let frequency = 1.414_213_562_373_095_1 / timeConstant
      let half = interval / 2
      let damping = 1.414_213_562_373_095_1 * frequency * half
      let stiffness = frequency * frequency * half
      let oldRate = rate
      rate =
        (oldRate * (1 - damping - stiffness * half)
          + (previousInput + input - value * 2) * stiffness)
        / (1 + damping + stiffness * half)
      value += (oldRate + rate) * half
    }
    previousInput = input
  }
}
